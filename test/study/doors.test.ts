import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { planted } from "../../src/data/bundled/planted.js";
import type { Dataset } from "../../src/data/dataset.js";
import { readDataset } from "../../src/node/read-dataset.js";
import { writeDataset } from "../../src/node/write-dataset.js";
import { pickedOnly } from "../../src/selectors/selection.js";
import { parsePlan } from "../../src/study/parse-plan.js";
import { commandOf } from "../../src/study/render.js";
import { runStudy } from "../../src/study/run-study.js";
import { runInside } from "../support/run-inside.js";

let folder = "";
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "salience-doors-"));
  const { data } = planted();
  const rows = (first: number) => Array.from({ length: 60 }, (_, i) => 3 * i + first);
  await writeDataset(join(folder, "train.csv"), data.selectRows(rows(0)));
  await writeDataset(join(folder, "test.csv"), data.selectRows(rows(1)));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a command prints as JSON. */
async function printed(words: string): Promise<Record<string, unknown>> {
  const { code, output, errors } = await runInside([...words.split(" "), "--json", "-"], { cwd: folder });
  expect({ code, errors }).toMatchObject({ code: 0 });
  return JSON.parse(output);
}

/** The data of the plan's files, a test file with the features of the first. */
async function opened(plan: ReturnType<typeof parsePlan>) {
  const datasets: Dataset[] = [];
  for (const { source, reading, role } of plan.data)
    datasets.push(
      await readDataset(join(folder, source), {
        ...reading,
        ...(role === "test" && { features: datasets[0].featureNames }),
      }),
    );
  return datasets;
}

const plain = (value: unknown) =>
  JSON.parse(JSON.stringify(value, (key, entry) => (/seconds/i.test(key) ? undefined : entry)));

test.each([
  "select train.csv --target class --method relieff --k 4 --keep 7 --seed 3",
  "select train.csv --target class --method fisher --k 4 --feature-test kruskal --log-base e",
  "select train.csv --target class --method mrmr --k auto --folds 3 --metric macro-f1",
  "compare train.csv --target class --methods fisher,mrmr --scheme fcd --k 2,4 --folds 3 --no-side-by-side",
  "compare train.csv --test test.csv --target class --methods fisher --k 3 --classifier knn --nearest 3",
  "tune train.csv --target class --method relieff --ks 2,4 --try neighbours=3,5 --folds 3",
  "stability train.csv --target class --method fisher --k 3 --subsamples 6 --threshold 0.8",
  "path train.csv --target class --gammas 0.1,1 --ps 1 --alpha 0.1",
])("the plan that a command writes down gives the same result in the library: %s", async (words) => {
  const { plan: written, ...json } = await printed(words);
  const plan = parsePlan(written as object);
  const study = await runStudy(await opened(plan), plan);
  switch (study.task) {
    case "select": {
      expect(json.ranking).toEqual(plain(pickedOnly(study.selection)).ranking);
      const ranked = (json.ranking as { name: string; score: number }[]).map(({ name, score }) => [
        name,
        score,
      ]);
      const { features, ranking, scores } = study.selection;
      expect(ranked).toEqual(features.map((name, place) => [name, scores[ranking[place]]]));
      break;
    }
    case "compare":
      expect(plain(json.results)).toEqual(plain(study.comparison.results));
      break;
    case "tune":
      expect(plain(json.results)).toEqual(plain(study.tuning.results));
      break;
    case "stability":
      expect(plain(json.features)).toEqual(plain(study.stability.features));
      break;
    case "path":
      expect((json.points as { norms: number[] }[]).map(({ norms }) => norms)).toEqual(
        study.path.points.map(({ norms }) => Array.from(norms)),
      );
  }
  // And the command that is rendered from it makes the same plan again.
  const again = await printed(commandOf(plan)!.replace(/^salience /, ""));
  expect(again.plan).toEqual(written);
});
