import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ImageShape, SelectionJson } from "salience/internal";
import type { Opened } from "../messages.js";
import { NumberField } from "./fields.js";
import { scoreOf } from "./state.js";

/** Features as the pixels that they are: the scores as a picture, the kept ones framed. */
export function PixelPicture({
  data,
  selection,
  cut,
  onFeature,
}: {
  readonly data: Opened;
  readonly selection: SelectionJson;
  readonly cut: number;
  readonly onFeature: (index: number) => void;
}) {
  const [shape, setShape] = useState<ImageShape | null>(data.image);
  const strengths = useMemo(() => strengthsOf(selection), [selection]);
  if (data.features < 16 || data.features > 1e6) return null;
  // Whoever has named the features knows that they are no pixels.
  if (
    !data.image &&
    data.featureNames.some((name) => !/^(\d+|(pixel|px|x|v|f|col|column)[\W_]*\d+.*)$/i.test(name))
  )
    return null;
  const fits = shape && shape.width * shape.height === data.features;
  return (
    <div class="st-pixels">
      {fits ? (
        <Pixels
          shape={shape}
          strengths={strengths}
          marked={selection.ranking.slice(0, cut).map(({ index }) => index)}
          onPick={onFeature}
          label={`Picture of ${shape.width} × ${shape.height} pixels; darker has a better score, the ${cut} kept ones are framed`}
        />
      ) : null}
      <details class="st-fold">
        <summary>{fits ? "Shape of the picture" : "Are the features pixels of an image?"}</summary>
        <div class="st-fields">
          <NumberField
            label="Width in pixels"
            value={shape?.width ?? null}
            min={2}
            max={data.features}
            integer
            optional
            onChange={(width) =>
              setShape(
                width === null ? null : { order: "rows", ...shape, width, height: data.features / width },
              )
            }
          />
          {shape && (
            <label class="st-check">
              <input
                type="checkbox"
                checked={shape.order === "columns"}
                onChange={(event) =>
                  setShape({ ...shape, order: event.currentTarget.checked ? "columns" : "rows" })
                }
              />
              column by column, as MATLAB stores images
            </label>
          )}
          {shape && !fits && (
            <p class="st-quiet">
              {data.features} features are not a whole number of rows of {shape.width} pixels.
            </p>
          )}
        </div>
      </details>
    </div>
  );
}

/** From 0 to 1 by score, whichever way is better; by rank where scores are infinite or missing. */
function strengthsOf({ ranking, direction }: SelectionJson): Float32Array {
  const result = new Float32Array(ranking.length);
  const scores = ranking.map(scoreOf);
  const low = scores.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const high = scores.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const usable = scores.every(Number.isFinite) && high > low;
  ranking.forEach(({ index }, place) => {
    const part = (scores[place] - low) / (high - low);
    result[index] = usable ? (direction === "larger" ? part : 1 - part) : 1 - place / ranking.length;
  });
  return result;
}

/** Draws strengths as a picture, and frames around some pixels. */
export function Pixels({
  shape,
  strengths,
  marked,
  label,
  onPick,
}: {
  readonly shape: ImageShape;
  readonly strengths: Float32Array;
  readonly marked: readonly number[];
  readonly label: string;
  /** Told which feature was clicked; whoever has no mouse finds it in the list beside. */
  readonly onPick: (index: number) => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height, order } = shape;
  const placeOf = (index: number) =>
    order === "columns"
      ? { x: Math.floor(index / height), y: index % height }
      : { x: index % width, y: Math.floor(index / width) };
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!context) return;
    const image = context.createImageData(width, height);
    strengths.forEach((strength, index) => {
      const { x, y } = placeOf(index);
      image.data.set([0, 114, 178, Math.round(255 * strength)], 4 * (y * width + x));
    });
    context.putImageData(image, 0, 0);
  }, [strengths, width, height, order]);
  useEffect(() => {
    const element = place.current;
    const pick = (event: MouseEvent) => {
      const box = element!.getBoundingClientRect();
      const x = Math.floor(((event.clientX - box.left) / box.width) * width);
      const y = Math.floor(((event.clientY - box.top) / box.height) * height);
      const index = order === "columns" ? x * height + y : y * width + x;
      if (index >= 0 && index < strengths.length) onPick(index);
    };
    element?.addEventListener("click", pick);
    return () => element?.removeEventListener("click", pick);
  }, [onPick, strengths, width, height, order]);
  return (
    <div ref={place} class="st-canvas" style={{ "--ratio": width / height }}>
      <canvas ref={canvas} width={width} height={height} role="img" aria-label={label} />
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {marked.map((index) => {
          const { x, y } = placeOf(index);
          return <rect key={index} x={x + 0.06} y={y + 0.06} width={0.88} height={0.88} />;
        })}
      </svg>
    </div>
  );
}
