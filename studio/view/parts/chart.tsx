import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Figure } from "../figures/figure.js";
import type { TableData } from "./csv.js";
import { DataTable } from "./data-table.js";
import { fileName } from "./download.js";
import { savePng, saveSvg } from "./export-chart.js";

const narrowest = 260;

/** What a {@link Chart} needs besides what it draws. */
export interface ChartProps extends Figure {
  /** The same figures as a table. */
  readonly table?: TableData;
  /** Called with the data index that Plot has bound to the clicked mark. */
  readonly onPick?: (index: number) => void;
  /** Follows the pointer over the finished drawing; may return what ends it. */
  readonly follow?: (drawing: SVGSVGElement) => (() => void) | undefined;
  /** Adds to the finished drawing what changes without drawing anew, such as marks of what is in focus; may return what ends it. */
  readonly decorate?: (drawing: SVGSVGElement) => (() => void) | undefined;
}

/** A chart that is redrawn to the width it gets, with its export buttons and its figures as a table. */
export function Chart({ label, name, draw, table, onPick, follow, decorate }: ChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const width = useWidth(host);
  const drawing = () => host.current?.querySelector("svg") as SVGSVGElement | null;

  useLayoutEffect(() => {
    if (!width) return;
    // In less room than this a drawing keeps its width and is scaled down.
    const svg = draw(Math.max(width, narrowest));
    nameForStyles(svg);
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", label);
    svg.classList.add("sal-drawing");
    host.current?.replaceChildren(svg);
    // Plot makes its tips while the pointer moves.
    const observer = new MutationObserver(() => nameForStyles(svg));
    observer.observe(svg, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [draw, width, label]);

  useLayoutEffect(() => {
    const svg = drawing();
    return svg && follow ? follow(svg) : undefined;
  }, [follow, draw, width]);

  useLayoutEffect(() => {
    const svg = drawing();
    return svg && decorate ? decorate(svg) : undefined;
  }, [decorate, draw, width]);

  useEffect(() => {
    const element = host.current;
    if (!onPick || !element) return;
    const pick = ({ target }: Event) => {
      const index = (target as { __data__?: unknown } | null)?.__data__;
      if (typeof index === "number") onPick(index);
    };
    // A pressed button would make Plot's tip stay, under the pointer, where it takes the click from the mark.
    const noSticking = (event: Event) => event.stopPropagation();
    element.addEventListener("pointerdown", noSticking, true);
    element.addEventListener("click", pick);
    return () => {
      element.removeEventListener("pointerdown", noSticking, true);
      element.removeEventListener("click", pick);
    };
  }, [onPick]);

  const file = fileName(name, "").slice(0, -1);
  return (
    <figure class="sal-chart">
      <div ref={host} class={onPick ? "sal-canvas sal-pickable" : "sal-canvas"} />
      <figcaption class="sal-tools">
        <button
          type="button"
          class="sal-button"
          aria-label={`Save as SVG: ${name}`}
          onClick={() => drawing() && saveSvg(drawing()!, file)}
        >
          SVG
        </button>
        <button
          type="button"
          class="sal-button"
          aria-label={`Save as PNG: ${name}`}
          onClick={() => drawing() && savePng(drawing()!, file)}
        >
          PNG
        </button>
      </figcaption>
      {table && <ChartTable name={name} table={table} />}
    </figure>
  );
}

/** Plot labels groups of marks for screen readers, who get the whole sentence instead; the names serve the style sheet. */
function nameForStyles(svg: SVGSVGElement): void {
  for (const group of svg.querySelectorAll("[aria-label]")) {
    group.setAttribute("data-marks", group.getAttribute("aria-label") ?? "");
    group.removeAttribute("aria-label");
  }
}

/** The figures of a chart; the rows are made when they are asked for. */
function ChartTable({ name, table }: { readonly name: string; readonly table: TableData }) {
  const [open, setOpen] = useState(false);
  return (
    <details class="sal-details" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Show as table</summary>
      {open && <DataTable data={table} name={name} />}
    </details>
  );
}

/** What waits for its turn. */
const waiting = new Map<HTMLElement, () => void>();

/** One chart after another is drawn, each in a task of its own, so that drawing many holds the page up for none. */
function inTurn(element: HTMLElement, draw: () => void): void {
  if (waiting.size === 0) setTimeout(drawNext);
  waiting.set(element, draw);
}

function drawNext(): void {
  const next = waiting.entries().next().value;
  if (!next) return;
  const [element, draw] = next;
  waiting.delete(element);
  draw();
  if (waiting.size > 0) setTimeout(drawNext);
}

function useWidth(host: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = host.current;
    if (!element) return;
    // What is hidden keeps its width, so that it need not be drawn again when it is shown again.
    const measure = () => element.clientWidth > 0 && setWidth(Math.floor(element.clientWidth));
    const observer = new ResizeObserver(() => inTurn(element, measure));
    observer.observe(element);
    return () => {
      observer.disconnect();
      waiting.delete(element);
    };
  }, [host]);
  return width;
}
