// Which twelve pixels tell handwritten digits apart, and how well do they do it?
//   node examples/select-and-project.mjs
import { digits, select } from "salience";

const data = await digits();
const picked = await select(data, { k: 12 });
console.log(`picked: ${picked.features.join(", ")}`);
console.log(
  `chosen: gamma ${picked.chosen?.gamma}, p ${picked.chosen?.p}, l ${picked.chosen?.l}: ${picked.chosen?.why}`,
);
console.log(`certificate: ${JSON.stringify(picked.certificate)}`);

// The samples in the first two discriminant directions, as a scatter plot would show them: one mean per class.
const points = picked.project(data);
data.labels?.classes.forEach((name, code) => {
  const rows = Array.from(data.labels?.codes.keys() ?? []).filter((i) => data.labels?.codes[i] === code);
  const mean = (/** @type {number} */ axis) =>
    rows.reduce((sum, i) => sum + points.get(i, axis), 0) / rows.length;
  console.log(`digit ${name}: (${mean(0).toFixed(3)}, ${mean(1).toFixed(3)})`);
});
