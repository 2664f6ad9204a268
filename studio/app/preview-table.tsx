import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Block, Opened } from "../messages.js";
import { formatNumber } from "../view/parts/format.js";
import { useStudio } from "./use-studio.js";

/** Sizes in pixels; the style sheet says the same. */
const [rowHeight, columnWidth, headWidth] = [30, 112, 150];

interface Place {
  readonly row: number;
  readonly column: number;
}

/**
 * The data as a table of any size: only the cells in sight exist. The table stands still in the scrolled field and shows
 * the cells that belong where the field was scrolled to, which the worker is asked for.
 */
export function PreviewTable({ data }: { readonly data: Opened }) {
  const { studio } = useStudio();
  const scroller = useRef<HTMLElement>(null);
  const [size, setSize] = useState({ rows: 10, columns: 6 });
  const [place, setPlace] = useState<Place>({ row: 0, column: 0 });
  const [block, setBlock] = useState<(Block & Place) | null>(null);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () =>
      setSize({
        rows: Math.min(data.rows, Math.max(4, Math.floor(element.clientHeight / rowHeight) - 1)),
        columns: Math.min(
          data.features,
          Math.ceil(Math.max(1, element.clientWidth - headWidth) / columnWidth),
        ),
      });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [data]);

  useEffect(() => {
    let wanted = true;
    studio.client
      .run("block", { ...place, ...size })
      .then((found) => wanted && setBlock({ ...found, ...place }))
      .catch(() => {});
    return () => {
      wanted = false;
    };
  }, [studio, data, place.row, place.column, size.rows, size.columns]);

  const onScroll = () => {
    const { scrollTop, scrollLeft } = scroller.current!;
    const row = Math.max(0, Math.min(Math.round(scrollTop / rowHeight), data.rows - size.rows));
    const column = Math.max(0, Math.min(Math.round(scrollLeft / columnWidth), data.features - size.columns));
    if (row !== place.row || column !== place.column) setPlace({ row, column });
  };

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by the keyboard
    <section class="st-preview" tabIndex={0} aria-label="The table" ref={scroller} onScroll={onScroll}>
      <div
        class="st-preview-room"
        style={{
          width: `${headWidth + data.features * columnWidth}px`,
          height: `${(data.rows + 1) * rowHeight}px`,
        }}
      >
        <table aria-rowcount={data.rows + 1} aria-colcount={data.features + 1}>
          <Cells data={data} block={block} place={place} size={size} />
        </table>
      </div>
    </section>
  );
}

function Cells({
  data,
  block,
  place,
  size,
}: {
  readonly data: Opened;
  readonly block: (Block & Place) | null;
  readonly place: Place;
  readonly size: { readonly rows: number; readonly columns: number };
}) {
  const rows = Array.from({ length: size.rows }, (_, i) => place.row + i);
  const columns = Array.from({ length: size.columns }, (_, j) => place.column + j);
  const width = block && block.values.length / Math.max(1, Math.min(size.rows, data.rows));
  const text = (row: number, column: number) => {
    if (!block || !width) return "";
    const [i, j] = [row - block.row, column - block.column];
    const inside = i >= 0 && j >= 0 && j < width && i * width + j < block.values.length;
    if (!inside) return "…";
    const value = block.values[i * width + j];
    if (Number.isNaN(value)) return "–";
    return data.categories?.[column]?.[value] ?? formatNumber(value);
  };
  return (
    <>
      <thead>
        <tr>
          <th scope="col">{data.target === null ? "row" : data.target}</th>
          {columns.map((column) => (
            <th key={column} scope="col" title={data.featureNames[column]}>
              {data.featureNames[column]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row} aria-rowindex={row + 2}>
            <th scope="row">
              <span class="st-quiet">{row + 1}</span> {block?.ids?.[row - block.row] ?? ""}{" "}
              <b>{targetText(block?.targets?.[row - block.row])}</b>
            </th>
            {columns.map((column) => (
              <td key={column}>{text(row, column)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </>
  );
}

const targetText = (target: string | number | undefined): string =>
  typeof target === "number" ? formatNumber(target) : (target ?? "");
