import type { Dataset } from "../data/dataset.js";
import { encodeLabels } from "../data/labels.js";
import { InputError } from "../numeric/input-error.js";
import { stackRows } from "../numeric/stack-rows.js";

/**
 * Training and test data as one, the rows to train on first. The test data's features are found by name; more of them
 * than the training data has are left out.
 */
export function joinTest(train: Dataset, test: Dataset): Dataset {
  if (!train.labels || !test.labels)
    throw new InputError(
      `the ${train.labels ? "test" : "training"} data has no labels; name its label column`,
    );
  const placeOf = new Map(test.featureNames.map((name, j) => [name, j]));
  const missing = train.featureNames.find((name) => !placeOf.has(name));
  if (missing !== undefined)
    throw new InputError(
      `the test data has no feature "${missing}"; it needs all ${train.features} features of the training data`,
    );
  const { classes } = train.labels;
  const unknown = test.labels.classes.find(
    (name, code) => !classes.includes(name) && test.labels!.codes.includes(code),
  );
  if (unknown !== undefined)
    throw new InputError(
      `the test data has a class "${unknown}" that the training data has not; its classes are ${classes.slice(0, 20).join(", ")}`,
    );
  const columns = train.featureNames.map((name) => placeOf.get(name)!);
  const nameOf = ({ labels }: Dataset) => Array.from(labels!.codes, (code) => labels!.classes[code]);
  return train.with({
    values: stackRows(train.values, test.values.selectColumns(columns)),
    labels: encodeLabels([...nameOf(train), ...nameOf(test)]),
    rowIds: null,
    rowGroups: null,
  });
}
