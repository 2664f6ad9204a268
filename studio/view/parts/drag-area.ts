import { svg } from "../charts/svg.js";

/** A rectangle in the units of a drawing. */
export interface Area {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** What is told while the pointer is over a drawing; places are in its units. */
interface DragTellers {
  readonly onHover: (x: number, y: number) => void;
  readonly onLeave: () => void;
  readonly onPress: (x: number, y: number) => void;
  /** Told at the end of a drag. */
  readonly onDrag: (area: Area) => void;
}

/** Shorter ways are a press. */
const leastWay = 5;

/** Follows the pointer over a drawing: hovering, pressing, and dragging a rectangle. Gives what ends it. */
export function followPointer(drawing: SVGSVGElement, tell: DragTellers): () => void {
  let from: readonly [number, number] | null = null;
  const frame = svg("rect", { class: "sal-drag", "pointer-events": "none", visibility: "hidden" });
  drawing.append(frame);
  // A drag marks samples, not the words of the axes.
  drawing.style.userSelect = "none";
  const placeOf = (event: PointerEvent): readonly [number, number] => {
    const box = drawing.getBoundingClientRect();
    const { x, y, width, height } = drawing.viewBox.baseVal;
    return [
      x + ((event.clientX - box.left) / box.width) * width,
      y + ((event.clientY - box.top) / box.height) * height,
    ];
  };
  const areaTo = ([x, y]: readonly [number, number]): Area => ({
    left: Math.min(from![0], x),
    right: Math.max(from![0], x),
    top: Math.min(from![1], y),
    bottom: Math.max(from![1], y),
  });
  const isDrag = ([x, y]: readonly [number, number]) =>
    from !== null && Math.hypot(x - from[0], y - from[1]) > leastWay;
  const down = (event: PointerEvent) => {
    if (event.button !== 0 || event.pointerType === "touch") return;
    // Plot would make its tip stay, and keep the press from everybody else.
    event.stopImmediatePropagation();
    from = placeOf(event);
  };
  const move = (event: PointerEvent) => {
    const at = placeOf(event);
    if (!isDrag(at)) return tell.onHover(...at);
    const { left, right, top, bottom } = areaTo(at);
    frame.setAttribute("visibility", "visible");
    for (const [name, value] of Object.entries({
      x: left,
      y: top,
      width: right - left,
      height: bottom - top,
    }))
      frame.setAttribute(name, String(value));
  };
  const up = (event: PointerEvent) => {
    const at = placeOf(event);
    frame.setAttribute("visibility", "hidden");
    if (isDrag(at)) tell.onDrag(areaTo(at));
    else tell.onPress(...at);
    from = null;
  };
  const leave = () => {
    from = null;
    frame.setAttribute("visibility", "hidden");
    tell.onLeave();
  };
  drawing.addEventListener("pointerdown", down, true);
  drawing.addEventListener("pointermove", move);
  drawing.addEventListener("pointerup", up);
  drawing.addEventListener("pointerleave", leave);
  return () => {
    drawing.removeEventListener("pointerdown", down, true);
    drawing.removeEventListener("pointermove", move);
    drawing.removeEventListener("pointerup", up);
    drawing.removeEventListener("pointerleave", leave);
    frame.remove();
  };
}
