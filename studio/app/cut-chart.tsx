import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { type Advice, isShare, type MetricName, metricTitles } from "salience/internal";
import { formatNumber, formatShare } from "../view/parts/format.js";
import { capital } from "../words.js";
import { figure, type Point } from "./figures.js";

/** The style sheet has the slider below the same margins. */
const [height, left, right, top, bottom] = [230, 52, 16, 30, 8];

/**
 * What was measured against the number of features, with the cut in it. A press or a pull on the chart moves the cut; the
 * slider below is the chart's axis, for the keyboard too.
 */
export function CutChart({
  points,
  metric,
  guess,
  advice,
  cut,
  most,
  onCut,
}: {
  readonly points: readonly Point[];
  readonly metric: MetricName;
  /** What guessing gives; null where that is not known. */
  readonly guess: number | null;
  readonly advice: Advice | null;
  readonly cut: number;
  /** The end of the axis. */
  readonly most: number;
  readonly onCut: (k: number) => void;
}) {
  const drawing = useRef<SVGSVGElement>(null);
  const width = useWidth(drawing);
  const spreads = points.map(({ value, deviation }) => [value - (deviation ?? 0), value + (deviation ?? 0)]);
  const highest = Math.max(...spreads.map(([, upper]) => upper));
  const high = isShare(metric) ? Math.min(1, highest) : highest;
  const low = Math.min(...(guess === null ? [] : [guess]), ...spreads.map(([lower]) => lower));
  const x = (k: number) => left + ((k - 1) / Math.max(1, most - 1)) * (width - left - right);
  const y = (value: number) =>
    height - bottom - ((value - low) / (high - low || 1)) * (height - top - bottom);
  const tick = (value: number) => (isShare(metric) ? formatShare(value) : formatNumber(value, { digits: 2 }));
  const moveTo = (event: PointerEvent) => {
    const box = drawing.current?.getBoundingClientRect();
    if (!box) return;
    const at = ((event.clientX - box.left) / box.width) * width;
    onCut(Math.max(1, Math.min(most, Math.round(1 + ((at - left) / (width - left - right)) * (most - 1)))));
  };
  const best = points.find(({ k }) => k === advice?.best);
  const [first, last] = [points[0], points[points.length - 1]];
  return (
    <svg
      ref={drawing}
      class="st-strip"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`${capital(metricTitles[metric])} against the number of features, from ${figure(metric, first.value)} with ${first.k} to ${figure(metric, last.value)} with ${last.k}; the cut is at ${cut}${advice ? `, the advice is ${advice.k}` : ""}`}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        moveTo(event);
      }}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && moveTo(event)}
    >
      <rect
        class="st-strip-kept"
        x={left}
        y={top}
        width={Math.max(0, x(cut) - left)}
        height={height - top - bottom}
      />
      {advice && best && (
        <rect
          class="st-strip-near"
          x={left}
          y={y(best.value)}
          width={width - left - right}
          height={Math.max(1, y(best.value - advice.standardError) - y(best.value))}
        />
      )}
      {guess !== null && (
        <>
          <line class="st-strip-rule" x1={left} x2={width - right} y1={y(guess)} y2={y(guess)} />
          <text
            x={x(cut) > width / 2 ? left + 6 : width - right}
            y={y(guess) - 5}
            text-anchor={x(cut) > width / 2 ? "start" : "end"}
          >
            guessing
          </text>
        </>
      )}
      <text x={left - 6} y={y(guess ?? low) + 4} text-anchor="end">
        {tick(guess ?? low)}
      </text>
      <text x={left - 6} y={y(high) + 4} text-anchor="end">
        {tick(high)}
      </text>
      <polyline
        points={points.map(({ k, value }) => `${x(k).toFixed(1)},${y(value).toFixed(1)}`).join(" ")}
      />
      {points.map(({ k, value, deviation }) => (
        <g key={k} class={k === advice?.k ? "st-strip-advised" : undefined}>
          {deviation !== null && (
            <line x1={x(k)} x2={x(k)} y1={y(value - deviation)} y2={y(Math.min(high, value + deviation))} />
          )}
          <circle cx={x(k)} cy={y(value)} r={k === advice?.k ? 6 : 3.5} />
        </g>
      ))}
      <line class="st-strip-cut" x1={x(cut)} x2={x(cut)} y1={top} y2={height - bottom} />
      <text
        class="st-strip-label"
        x={Math.max(left + 34, Math.min(width - right - 34, x(cut)))}
        y={top - 9}
        text-anchor="middle"
      >
        {cut === 1 ? "1 feature" : `${cut} features`}
      </text>
    </svg>
  );
}

/** The width in pixels, so that text keeps its size. */
function useWidth(drawing: { readonly current: SVGSVGElement | null }): number {
  const [width, setWidth] = useState(640);
  useLayoutEffect(() => {
    const element = drawing.current;
    if (!element) return;
    const measure = () => element.clientWidth > 0 && setWidth(element.clientWidth);
    measure();
    addEventListener("resize", measure);
    return () => removeEventListener("resize", measure);
  }, [drawing]);
  return width;
}
