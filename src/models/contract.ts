import { type ContractCheck, requireRefusal, requireSame, requireThat } from "../core/contract.js";
import { completeOptions } from "../core/option.js";
import { createKernels } from "../kernels/create-kernels.js";
import { Matrix } from "../numeric/matrix.js";
import { Random } from "../numeric/random.js";
import type { Classifier, FittedClassifier, TrainingData } from "./classifier.js";
import { trainClassifier } from "./classifiers.js";

/** Classes as clouds around points on the axes. */
function clouds(rowsPerClass: number, seed: number, classes = ["a", "b", "c"]): TrainingData {
  const random = new Random(seed);
  const codes = Int32Array.from({ length: classes.length * rowsPerClass }, (_, i) => i % classes.length);
  const rows = Array.from(codes, (code) =>
    Array.from({ length: 5 }, (_, j) => random.normal() + (j === code ? 4 : 0)),
  );
  return { values: Matrix.fromRows(rows), codes, classes };
}

async function fitted<T>(
  classifier: Classifier,
  data: TrainingData,
  body: (model: FittedClassifier) => T,
): Promise<Awaited<T>> {
  const kernels = await createKernels({ threads: 1 });
  try {
    return await body(trainClassifier(classifier, data, {}, kernels));
  } finally {
    await kernels.dispose();
  }
}

/** What every classifier must hold. Plug-in authors run it with `salience check`. */
export const classifierContract: readonly ContractCheck<Classifier>[] = [
  {
    name: "describes itself",
    async run({ title, options }) {
      requireThat(title.length > 5, `title is too short to say anything: "${title}"`);
      for (const [option, { help }] of Object.entries(options))
        requireThat(help.length > 5, `the help of ${option} is too short to say anything: "${help}"`);
      completeOptions(title, options, {});
    },
  },
  {
    name: "learns classes that stand apart",
    async run(classifier) {
      const fresh = clouds(20, 2);
      const predicted = await fitted(classifier, clouds(20, 1), (model) => model.predict(fresh.values));
      const right = predicted.filter((code, i) => code === fresh.codes[i]).length;
      requireThat(right >= 54, `${right} of 60 new rows are predicted right; 54 are the least`);
    },
  },
  {
    name: "predicts the class that it decides for",
    async run(classifier) {
      const fresh = clouds(20, 3).values;
      await fitted(classifier, clouds(20, 1), (model) => {
        const decisions = model.decide(fresh);
        requireSame([decisions.rows, decisions.columns], [60, 3], "the shape of the decisions");
        model.predict(fresh).forEach((code, i) => {
          for (let c = 0; c < 3; c++)
            requireThat(
              decisions.get(i, c) <= decisions.get(i, code),
              `row ${i + 1} is predicted as class ${code}, and class ${c} has a larger decision`,
            );
        });
      });
    },
  },
  {
    name: "gives the same model twice and leaves its input untouched",
    async run(classifier) {
      const data = clouds(20, 1);
      const before = structuredClone([data.values.data, data.codes]);
      const [first, second] = [
        await fitted(classifier, data, (model) => model.toJSON()),
        await fitted(classifier, data, (model) => model.toJSON()),
      ];
      requireSame(second, first, "the second model");
      requireSame([data.values.data, data.codes], before, "the training data afterwards");
    },
  },
  {
    name: "comes back from JSON",
    async run(classifier) {
      const fresh = clouds(20, 4).values;
      await fitted(classifier, clouds(20, 1), (model) => {
        const json = JSON.parse(JSON.stringify(model.toJSON()));
        requireSame(json.classifier, classifier.name, "classifier in the JSON");
        const restored = classifier.restore(json);
        requireSame(restored.classes, ["a", "b", "c"], "the classes of the restored model");
        requireSame(restored.predict(fresh), model.predict(fresh), "what the restored model predicts");
        requireSame(restored.decide(fresh).data, model.decide(fresh).data, "its decisions");
      });
    },
  },
  {
    name: "gives probabilities that add up to 1, and the same from JSON, where it gives any",
    async run(classifier) {
      const fresh = clouds(20, 6).values;
      const data = {
        ...clouds(20, 1, ["a", "b", "c"]),
        classes: ["a", "b", "c", "absent"],
        probabilities: true,
      };
      await fitted(classifier, data, (model) => {
        const probabilities = model.probabilities?.(fresh) ?? null;
        if (probabilities === null) return;
        requireSame([probabilities.rows, probabilities.columns], [60, 4], "the shape of the probabilities");
        for (let i = 0; i < 60; i++) {
          const row = [0, 1, 2, 3].map((c) => probabilities.get(i, c));
          const sum = row.reduce((total, p) => total + p, 0);
          requireThat(Math.abs(sum - 1) < 1e-12, `the probabilities of row ${i + 1} add up to ${sum}`);
          requireThat(
            row.every((p) => p >= 0),
            `row ${i + 1} has a probability below 0`,
          );
          requireSame(row[3], 0, "the probability of a class without rows");
        }
        const restored = classifier.restore(JSON.parse(JSON.stringify(model.toJSON())));
        requireSame(
          restored.probabilities?.(fresh)?.data,
          probabilities.data,
          "the probabilities of the restored model",
        );
      });
    },
  },
  {
    name: "refuses damaged JSON",
    async run(classifier) {
      await requireRefusal(() => classifier.restore({}), /./, "JSON without anything");
      await fitted(classifier, clouds(20, 1), async (model) => {
        const json = model.toJSON();
        for (const key of Object.keys(json).filter((one) => one !== "classifier"))
          await requireRefusal(
            () => classifier.restore({ ...json, [key]: { damaged: true } }),
            /./,
            `JSON with a damaged "${key}"`,
          );
      });
    },
  },
  {
    name: "gives no chance to a class without training rows",
    async run(classifier) {
      const data = clouds(20, 1);
      const fresh = clouds(5, 5).values;
      await fitted(classifier, { ...data, classes: ["a", "b", "c", "absent"] }, (model) => {
        requireSame(model.classes.length, 4, "how many classes the model knows");
        requireThat(!model.predict(fresh).includes(3), "it predicts a class without training rows");
        const decisions = model.decide(fresh);
        for (let i = 0; i < fresh.rows; i++)
          requireSame(decisions.get(i, 3), Number.NEGATIVE_INFINITY, "the decision for a class without rows");
      });
    },
  },
  {
    name: "always predicts the only class that there is",
    async run(classifier) {
      const data = clouds(20, 1);
      const only = { ...data, codes: data.codes.map(() => 1) };
      await fitted(classifier, only, (model) =>
        requireThat(
          model.predict(data.values).every((code) => code === 1),
          "it predicts a class that it has not seen",
        ),
      );
    },
  },
  {
    name: "refuses values of another width",
    async run(classifier) {
      await fitted(classifier, clouds(20, 1), (model) =>
        requireRefusal(() => model.predict(Matrix.zeros(2, 3)), /./, "3 features in place of 5"),
      );
    },
  },
];
