import { describe, test } from "vitest";
import { allClassifiers } from "../../src/models/classifiers.js";
import { classifierContract } from "../../src/models/contract.js";

describe.each(allClassifiers().map((classifier) => [classifier.name, classifier] as const))(
  "%s",
  (_, classifier) => {
    for (const { name, run } of classifierContract) test(name, () => run(classifier));
  },
);
