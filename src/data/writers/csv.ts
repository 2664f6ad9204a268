import { columnNames, rowValues, type WritableData } from "./writable.js";

/**
 * A CSV file (RFC 4180, lines ended by \n), piece by piece: the ids first where there are any, then the features, the
 * labels last. Numbers are as short as they can be and still read back as the same bits; missing ones are empty cells.
 */
export function* csvChunks(data: WritableData): Generator<Uint8Array> {
  const { values, featureNames, labels, rowIds } = data;
  const names = columnNames(data);
  const encoder = new TextEncoder();
  const chunkLength = 1 << 16;
  const row = new Float64Array(values.columns);
  let text = line([names.id, ...featureNames, names.label].filter((name) => name !== null).map(quoted));
  for (let i = 0; i < values.rows; i++) {
    rowValues(values, i, row);
    const cells = Array.from(row, numberText);
    if (rowIds) cells.unshift(quoted(rowIds[i]));
    if (labels) cells.push(quoted(labels[i]));
    text += line(cells);
    if (text.length >= chunkLength) {
      yield encoder.encode(text);
      text = "";
    }
  }
  if (text !== "") yield encoder.encode(text);
}

/** A lone empty cell would make an empty line, which readers skip. */
function line(cells: readonly string[]): string {
  return `${cells.length === 1 && cells[0] === "" ? '""' : cells.join(",")}\n`;
}

function numberText(value: number): string {
  if (Number.isNaN(value)) return "";
  return Object.is(value, -0) ? "-0" : String(value);
}

function quoted(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
