const [width, height, margin] = [480, 160, 8];

/** The course of the objective as a line; light enough to be redrawn many times a second. */
export function ObjectiveLine({ values }: { readonly values: readonly number[] }) {
  const low = values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const high = values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const x = (at: number) => margin + (at / Math.max(1, values.length - 1)) * (width - 2 * margin);
  const y = (value: number) => height - margin - ((value - low) / (high - low || 1)) * (height - 2 * margin);
  return (
    <svg class="st-line" viewBox={`0 0 ${width} ${height}`} role="img" aria-label="Its course so far">
      <polyline points={values.map((value, at) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(" ")} />
      {values.length > 0 && <circle cx={x(values.length - 1)} cy={y(values[values.length - 1])} r="4" />}
    </svg>
  );
}
