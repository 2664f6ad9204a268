// Compares a method of one's own with a built-in one, judged by a classifier of one's own.
import { compare, planted, select } from "salience";
import { meanGap, nearestMean } from "./plugins/mean-gap.mjs";

const { data } = planted({ rows: 90, classes: 3, relevant: 5, noise: 60, seed: 3 });

const picked = await select(data, { method: meanGap, power: 1, k: 5 });
console.log("picked:", picked.features.join(", "));

const { results } = await compare([data], {
  methods: ["fisher", { method: meanGap, power: 0, label: "gap alone" }, meanGap],
  classifier: nearestMean,
  k: [5],
  folds: 3,
});
for (const { label, accuracy } of results) console.log(label, accuracy?.toFixed(2));
