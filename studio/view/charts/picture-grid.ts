import type { PicturesSection } from "../../../src/report/report.js";
import { shorten } from "../parts/format.js";
import { ink, rule } from "./palette.js";
import { pictureUrl } from "./picture-url.js";
import { svg, widest } from "./svg.js";

const gap = 14;
const titleHeight = 20;

/** Pictures in rows, each pixel a square; marked pixels are framed, open ones are hatched. */
export function pictureGrid({ width, height, pictures }: PicturesSection, room: number): SVGSVGElement {
  const wanted = pictures.length === 1 ? 360 : pictures.length <= 4 ? 220 : 120;
  // Several stand side by side on a telephone too, with shorter titles.
  const most = pictures.length > 4 ? Math.max(wanted, (room - gap) / 2) : room;
  const each = Math.min(
    room,
    most,
    Math.max(wanted, Math.min(220, widest(pictures.map(({ title }) => title)) + 4)),
  );
  const perRow = Math.max(1, Math.floor((room + gap) / (each + gap)));
  const scale = Math.min(each / width, wanted / width, (wanted * 1.4) / height);
  const [across, down] = [width * scale, height * scale];
  const outer = svg("svg", { class: "sal-plot", fill: ink, "font-size": 12 });
  const hatch = hatching();
  outer.append(svg("defs", {}, hatch));
  pictures.forEach(({ title, pixels, marked = [] }, at) => {
    const x = (at % perRow) * (each + gap);
    const y = Math.floor(at / perRow) * (down + titleHeight + gap);
    outer.append(
      svg(
        "g",
        { transform: `translate(${x},${y})`, class: "sal-picture" },
        svg("text", { y: 13, fill: ink }, shorten(title, Math.min(34, Math.floor(each / 6.5)))),
        svg("rect", {
          y: titleHeight,
          width: across,
          height: down,
          fill: `url(#${hatch.getAttribute("id")})`,
        }),
        svg("image", {
          y: titleHeight,
          width: across,
          height: down,
          href: pictureUrl(width, height, pixels),
          preserveAspectRatio: "none",
          "image-rendering": "pixelated",
        }),
        svg("rect", { y: titleHeight, width: across, height: down, fill: "none", stroke: rule }),
        ...marked.map((place) =>
          svg("rect", {
            class: "sal-marked",
            x: (place % width) * scale + 0.5,
            y: titleHeight + Math.floor(place / width) * scale + 0.5,
            width: Math.max(1, scale - 1),
            height: Math.max(1, scale - 1),
            fill: "none",
            stroke: "#d55e00",
            "stroke-width": Math.max(1, Math.min(2, scale / 6)),
          }),
        ),
      ),
    );
  });
  const rows = Math.ceil(pictures.length / perRow);
  const total = rows * (down + titleHeight + gap);
  outer.setAttribute("viewBox", `0 0 ${room} ${total}`);
  outer.setAttribute("width", String(room));
  outer.setAttribute("height", String(total));
  return outer;
}

let hatchings = 0;

/** Slanted lines, which no grey can be taken for. */
const hatching = () =>
  svg(
    "pattern",
    {
      id: `sal-hatch-${++hatchings}`,
      width: 6,
      height: 6,
      patternUnits: "userSpaceOnUse",
      patternTransform: "rotate(45)",
    },
    svg("line", { y2: 6, stroke: rule, "stroke-width": 3 }),
  );
