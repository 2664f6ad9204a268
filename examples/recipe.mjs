// Train on half of the digits, keep the selection and a classifier as a recipe, and read the other half with it.
//   node examples/recipe.mjs
import {
  digits,
  Matrix,
  makeRecipe,
  parseRecipe,
  predictOne,
  predictWith,
  repeatRecipe,
  select,
} from "salience";

const data = await digits();
const rows = Array.from({ length: data.rows }, (_, i) => i);
const train = data.selectRows(rows.filter((i) => i % 2 === 0));
const unseen = data.selectRows(rows.filter((i) => i % 2 === 1));

const recipe = await makeRecipe(train, await select(train, { k: 16 }), { classifier: "svm" });
const text = JSON.stringify(recipe); // this is what `salience select … --save recipe.json` writes
console.log(`a recipe of ${text.length} characters; its data is ${recipe.data.sha256.slice(0, 12)}…`);

const shipped = parseRecipe(text);
const { labels, truth, notices } = await predictWith(shipped, unseen);
console.log(`the first ten of the other half: ${labels.slice(0, 10).join(" ")}`);
console.log(
  `accuracy on all ${unseen.rows} of them: ${(100 * (truth?.accuracy ?? 0)).toFixed(1)} %, notices: ${notices.length}`,
);

const pixels = unseen.values instanceof Matrix ? unseen.values : unseen.values.toDense();
const sample = Object.fromEntries(unseen.featureNames.map((name, j) => [name, pixels.get(0, j)]));
const one = predictOne(shipped, sample);
console.log(
  `the first alone: ${one.class}, probability ${one.probabilities?.[one.class].toFixed(3)}, uncertain: ${one.uncertain}`,
);

const { sameData, sameScores } = await repeatRecipe(shipped, train);
console.log(`repeated: same data ${sameData}, same ranking to the last bit ${sameScores}`);
