const [binWidth, height] = [10, 34];

/** How rows are spread over bins, as bars side by side; the fullest bin is as high as there is room. */
export function Histogram({
  counts,
  colour,
}: {
  readonly counts: readonly number[];
  readonly colour: string;
}) {
  const most = Math.max(1, ...counts);
  return (
    <svg
      class="st-histogram"
      viewBox={`0 0 ${counts.length * binWidth} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {counts.map((rows, bin) => {
        const part = (rows / most) * (height - 2);
        return (
          <rect
            key={bin}
            x={bin * binWidth + 0.5}
            y={height - part}
            width={binWidth - 1}
            height={part}
            style={{ fill: colour }}
          />
        );
      })}
    </svg>
  );
}
