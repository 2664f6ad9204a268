/** The columns of every feature, in order, where `parts` names the feature of each column. */
export function columnsOfFeatures(parts: Int32Array): readonly (readonly number[])[] {
  const columnsOf = new Map<number, number[]>();
  parts.forEach((feature, column) => {
    const columns = columnsOf.get(feature);
    if (columns) columns.push(column);
    else columnsOf.set(feature, [column]);
  });
  return Array.from(columnsOf.values());
}

/** The columns of every feature that takes several; none where columns are features. */
export function partsTogether(parts: Int32Array | undefined): readonly (readonly number[])[] {
  return parts ? columnsOfFeatures(parts).filter(({ length }) => length > 1) : [];
}

/** For each column, over how many columns its feature is spread. */
export function widthsOf(columns: number, parts: Int32Array | undefined): Float64Array {
  const widths = new Float64Array(columns).fill(1);
  for (const block of partsTogether(parts)) for (const j of block) widths[j] = block.length;
  return widths;
}
