import type { SchemaElement } from "hyparquet";
import { dateText, type TimeUnit, timestampText, timeText } from "../shared/date-text.js";
import { bytesToInteger, decimalToNumber } from "../shared/parse-number.js";
import { halfToNumber } from "../shared/typed-numbers.js";
import type { PhysicalValues } from "./physical-values.js";

/** What a column's values mean: how they become numbers or texts. */
export type LogicalType =
  | { readonly kind: "number"; readonly convert: (values: PhysicalValues) => Float64Array }
  | { readonly kind: "text"; readonly convert: (values: PhysicalValues) => string[] };

type Raw = number | bigint | Uint8Array;

/** The meaning of a column, or what it holds, in words, where that is neither number nor text. */
export function logicalType(element: SchemaElement): LogicalType | string {
  const { type, converted_type: converted, logical_type: logical } = element;
  const annotation = logical?.type ?? converted;
  const unit = logical && "unit" in logical ? units[logical.unit] : undefined;
  const zone = logical && "isAdjustedToUTC" in logical && logical.isAdjustedToUTC === false ? "" : "Z";
  if (annotation === "DECIMAL") return decimal(logical?.type === "DECIMAL" ? logical.scale : element.scale);
  if (annotation === "DATE") return text((raw) => dateText(Number(raw)));
  if (annotation === "TIMESTAMP" && unit)
    return text((raw) => timestampText(BigInt(raw as bigint), unit, zone));
  if (annotation === "TIMESTAMP_MILLIS")
    return text((raw) => timestampText(raw as bigint, "millisecond", "Z"));
  if (annotation === "TIMESTAMP_MICROS")
    return text((raw) => timestampText(raw as bigint, "microsecond", "Z"));
  if (annotation === "TIME" && unit) return text((raw) => timeText(BigInt(raw as number | bigint), unit));
  if (annotation === "TIME_MILLIS") return text((raw) => timeText(BigInt(raw as number), "millisecond"));
  if (annotation === "TIME_MICROS") return text((raw) => timeText(raw as bigint, "microsecond"));
  switch (type) {
    case "BOOLEAN":
    case "FLOAT":
    case "DOUBLE":
      return number(Number);
    case "INT32":
      return isUnsigned(element) ? number((raw) => Number(raw) >>> 0) : number(Number);
    case "INT64":
      return isUnsigned(element)
        ? number((raw) => Number(BigInt.asUintN(64, raw as bigint)))
        : number(Number);
    case "INT96":
      return text((raw) => timestampText(int96Nanoseconds(raw as Uint8Array), "nanosecond", "Z"));
    case "FIXED_LEN_BYTE_ARRAY":
      if (annotation === "FLOAT16")
        return number((raw) => halfToNumber((raw as Uint8Array)[0] | ((raw as Uint8Array)[1] << 8)));
      return annotation === "UUID" ? text((raw) => uuidText(raw as Uint8Array)) : "raw bytes";
    case "BYTE_ARRAY":
      // Bytes without a note are text: several writers, Impala and old Spark among them, note nothing.
      if (annotation === undefined || texts.has(annotation))
        return text((raw) => decoder.decode(raw as Uint8Array));
  }
  return `values of type ${String(annotation ?? type).toLowerCase()}`;
}

const decoder = new TextDecoder();
const texts = new Set(["STRING", "UTF8", "ENUM", "JSON"]);
const units: Record<string, TimeUnit> = { MILLIS: "millisecond", MICROS: "microsecond", NANOS: "nanosecond" };

function number(convert: (raw: Raw) => number): LogicalType {
  return {
    kind: "number",
    convert: (values) =>
      convert === Number && (values instanceof Float64Array || values instanceof Float32Array)
        ? new Float64Array(values)
        : Float64Array.from(values as ArrayLike<unknown> as ArrayLike<number>, convert),
  };
}

function text(convert: (raw: Raw) => string): LogicalType {
  return { kind: "text", convert: (values) => Array.from(values as ArrayLike<Raw>, convert) };
}

function decimal(scale = 0): LogicalType {
  return number((raw) =>
    decimalToNumber(raw instanceof Uint8Array ? bytesToInteger(raw, "big") : raw, scale),
  );
}

function isUnsigned({ converted_type: converted, logical_type: logical }: SchemaElement): boolean {
  return logical?.type === "INTEGER" ? !logical.isSigned : (converted?.startsWith("UINT") ?? false);
}

/** The time of day in nanoseconds, then the Julian day. */
function int96Nanoseconds(bytes: Uint8Array): bigint {
  const view = new DataView(bytes.buffer, bytes.byteOffset, 12);
  return BigInt(view.getInt32(8, true) - 2_440_588) * 86_400_000_000_000n + view.getBigInt64(0, true);
}

function uuidText(bytes: Uint8Array): string {
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
