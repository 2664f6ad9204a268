// @ts-nocheck: it is copied into the site as it is, where TypeScript knows neither the page nor what is beside it.
/** Selects features in the page, with the library as it is published. */
const section = document.querySelector(".live");
const form = section.querySelector("form");
const output = section.querySelector("output");

const make = (tag, text = "", properties = {}) =>
  Object.assign(document.createElement(tag), { textContent: text }, properties);

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = form.querySelector("button");
  button.disabled = true;
  output.replaceChildren(make("p", "Computing …"));
  try {
    const { digits, planted, select } = await import("./lib/index.js");
    const name = form.elements.data.value;
    const data = name === "digits" ? await digits() : planted();
    const k = Number(form.elements.k.value);
    const started = performance.now();
    const { method } = section.dataset;
    const picked = await select(data, { method, k, threads: 1 });
    show(data, picked, name, Math.round(performance.now() - started));
  } catch (error) {
    output.replaceChildren(make("p", `It did not work: ${error.message}`));
  } finally {
    button.disabled = false;
  }
});

function show(data, picked, name, milliseconds) {
  const scores = picked.features.map((_, place) => picked.scores[picked.ranking[place]]);
  const largest = Math.max(...scores.filter(Number.isFinite).map(Math.abs), Number.MIN_VALUE);
  const table = make("table");
  const head = make("tr");
  head.append(make("th", "place"), make("th", "feature"), make("th", "score"), make("th"));
  const rows = picked.features.map((feature, place) => {
    const row = make("tr");
    const bar = make("td");
    const width = Number.isFinite(scores[place]) ? (8 * Math.abs(scores[place])) / largest : 8;
    bar.append(make("span", "", { className: "bar", style: `width: ${width}rem` }));
    row.append(
      make("td", String(place + 1)),
      make("td", feature),
      make("td", scores[place].toPrecision(4)),
      bar,
    );
    return row;
  });
  table.append(head, ...rows);
  const said = make(
    "p",
    `${picked.features.length} of ${data.features} features of ${data.rows} samples in ${milliseconds} ms.`,
  );
  output.replaceChildren(said, ...(name === "digits" ? [pixels(picked)] : []), table);
  output.dataset.done = "true";
}

/** The picked pixels with their places in the ranking. */
function pixels(picked) {
  const grid = make("div", "", { className: "pixels" });
  const placeOf = new Map(picked.features.map((_, place) => [picked.ranking[place], place + 1]));
  for (let j = 0; j < 64; j++) {
    const place = placeOf.get(j);
    grid.append(make("span", place ? String(place) : "", { className: place ? "picked" : "" }));
  }
  return grid;
}
