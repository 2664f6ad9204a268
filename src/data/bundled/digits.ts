import { Matrix } from "../../numeric/matrix.js";
import { bytesSource } from "../byte-source.js";
import { Dataset } from "../dataset.js";
import { gunzip } from "../readers/shared/gunzip.js";

/** Images of the digits are this many pixels wide and high. */
export const digitsImageSize = 8;

const samples = 1797;
const pixels = digitsImageSize * digitsImageSize;

/**
 * The UCI optical digits as in scikit-learn: 1797 images of 8 × 8 pixels with values from 0 to 16, ten classes.
 * E. Alpaydin and C. Kaynak, Optical Recognition of Handwritten Digits, CC BY 4.0.
 */
export async function digits(): Promise<Dataset> {
  const { digitsBase64 } = await import("./generated/digits.js");
  const packed = Uint8Array.from(atob(digitsBase64), (character) => character.charCodeAt(0));
  const source = await gunzip(bytesSource(packed, "digits.gz"));
  const bytes = await source.read(0, source.size);
  const byPixel = Float64Array.from(bytes.subarray(0, samples * pixels));
  return new Dataset({
    values: new Matrix(byPixel, pixels, samples).transposed(),
    featureNames: Array.from(
      { length: pixels },
      (_, j) => `pixel_${Math.floor(j / digitsImageSize)}_${j % digitsImageSize}`,
    ),
    labels: Array.from(bytes.subarray(samples * pixels)),
    labelName: "digit",
    source: { name: "digits", format: "bundled" },
  });
}
