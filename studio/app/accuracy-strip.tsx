import type { Measured } from "../messages.js";
import { formatShare } from "../view/parts/format.js";

const [width, height, left, right, top, bottom] = [520, 130, 54, 8, 14, 24];

/** Accuracy against the number of features, small, with the cut line in it. */
export function AccuracyStrip({ measured, cut }: { readonly measured: Measured; readonly cut: number }) {
  const { points, majority } = measured;
  const most = Math.max(cut, points[points.length - 1].k);
  const accuracies = points.map(({ accuracy }) => accuracy);
  const high = Math.max(...accuracies);
  const low = Math.min(majority, ...accuracies);
  const x = (k: number) => left + ((k - 1) / Math.max(1, most - 1)) * (width - left - right);
  const y = (value: number) =>
    height - bottom - ((value - low) / (high - low || 1)) * (height - top - bottom);
  return (
    <svg
      class="st-strip"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`Accuracy against the number of features, from ${formatShare(accuracies[0], 1)} with ${points[0].k} to ${formatShare(accuracies[accuracies.length - 1], 1)} with ${points[points.length - 1].k}; the cut is at ${cut}`}
    >
      <line class="st-strip-rule" x1={left} x2={width - right} y1={y(majority)} y2={y(majority)} />
      <text x={left - 6} y={y(high) + 4} text-anchor="end">
        {formatShare(high)}
      </text>
      <text x={left - 6} y={y(low) + 4} text-anchor="end">
        {formatShare(low)}
      </text>
      <text x={x(1)} y={height - 4} text-anchor="middle">
        1
      </text>
      <text x={x(most)} y={height - 4} text-anchor="end">
        {most} features
      </text>
      <line class="st-strip-cut" x1={x(cut)} x2={x(cut)} y1={top - 6} y2={height - bottom} />
      <polyline
        points={points.map(({ k, accuracy }) => `${x(k).toFixed(1)},${y(accuracy).toFixed(1)}`).join(" ")}
      />
      {points.map(({ k, accuracy }) => (
        <circle key={k} cx={x(k)} cy={y(accuracy)} r={k === cut ? 5 : 2.5} />
      ))}
    </svg>
  );
}
