import { meanOf } from "../accuracy.js";
import { paperLabels, tableKs } from "../paper.js";
import type { AccuracyRow, Reproduction } from "../reproduction.js";

/** A share from 0 to 1 in percent, with one digit. */
export const one = (share: number): string => (100 * share).toFixed(1);

/** A list in words. */
export const inWords = (items: readonly string[]): string =>
  items.length < 2 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} and ${items[items.length - 1]}`;

/** What nobody should miss: what the paper protocol shows is not what a user will get. Figures from the run. */
export function reproductionWarning({ accuracy, shuffled, averages }: Reproduction): string[] {
  const lines = [
    "Please read the accuracies of the paper protocol as a comparison of methods, not as a promise. There, features are selected on all rows, including the test rows, and the best setting is chosen on the same rows.",
  ];
  const colon = accuracy.filter(
    ({ dataset, label, nested }) => dataset === "COLON" && label === "DFS" && nested !== null,
  );
  if (colon.length > 0)
    lines.push(
      `On COLON, DFS shows ${one(meanOf(colon, (row) => row.accuracy)!)} % that way, on average over k. When scaling, selection and γ are determined inside each training fold, as they must be for new patients, it is ${one(meanOf(colon, ({ nested }) => nested)!)} %.`,
    );
  const chance = shuffled.filter(({ label }) => label === "DFS");
  if (chance.length > 0)
    lines.push(
      `With the labels of COLON shuffled there is nothing to find, yet the paper protocol still shows ${one(meanOf(chance, ({ paper }) => paper)!)} % for DFS; the nested protocol shows ${one(meanOf(chance, ({ nested }) => nested)!)} %, and always predicting the larger class gives ${one(chance[0].majority)} %.`,
    );
  const own = averages.filter(({ label, optimism }) => label === "DFS" && optimism !== null);
  if (own.length > 0)
    lines.push(
      `Over ${own[0].nestedDatasets} data sets the paper protocol overstates DFS by ${one(meanOf(own, ({ optimism }) => optimism)!)} points on average. The nested columns are what to expect on new data${placeOfDfs(averages)}.`,
    );
  return lines;
}

/** Where DFS stands among the paper's methods under the nested protocol, over all k. */
function placeOfDfs(averages: Reproduction["averages"]): string {
  const means = paperLabels.map((label) => ({
    label,
    mean: meanOf(
      averages.filter((row) => row.label === label),
      ({ nested }) => nested,
    ),
  }));
  const sorted = means.filter(({ mean }) => mean !== null).sort((a, b) => b.mean! - a.mean!);
  const place = sorted.findIndex(({ label }) => label === "DFS");
  if (place < 0 || sorted.length < 2) return "";
  if (place > 0)
    return `; there DFS comes number ${place + 1} of ${sorted.length} on average over k, behind ${inWords(sorted.slice(0, place).map(({ label }) => label))}`;
  return `; there too DFS is first of ${sorted.length} on average over k, ${one(sorted[0].mean! - sorted[1].mean!)} points before ${sorted[1].label}`;
}

/** Where a method or a stronger setting is ahead of DFS (p = 1), in words, data set by data set. */
export function baselinesAhead({ accuracy, variants, datasets }: Reproduction): string[] {
  const isOurs = ({ label }: AccuracyRow) => label.startsWith("DFS");
  return datasets.flatMap(({ name, called }) => {
    const own = accuracy.filter(({ dataset, label }) => dataset === name && label === "DFS");
    const rivals = [...accuracy, ...variants].filter((row) => row.dataset === name && !isOurs(row));
    const labels = [...new Set(rivals.map(({ label }) => label))];
    const ahead = labels.flatMap((label) => {
      const leads = own.flatMap(({ k, accuracy: mine }) => {
        const rival = rivals.find((row) => row.label === label && row.k === k);
        return rival && rival.accuracy > mine ? [{ k, lead: rival.accuracy - mine }] : [];
      });
      if (leads.length === 0) return [];
      return [`${label} (${leads.map(({ k, lead }) => `top ${k} by ${one(lead)}`).join(", ")})`];
    });
    return ahead.length === 0 ? [] : [`${called}: ahead of DFS (p = 1) are ${inWords(ahead)}.`];
  });
}

/** Of each method of the paper that has variants, the best one on average, and by how much it is above the default. */
export function bestVariants({ averages }: Reproduction): string[] {
  const strength = (label: string) =>
    meanOf(
      averages.filter((row) => row.label === label && tableKs.includes(row.k)),
      ({ accuracy }) => accuracy,
    );
  const labels = [...new Set(averages.map(({ label }) => label))];
  return paperLabels.flatMap((own) => {
    const variants = labels.filter((label) => label.startsWith(`${own}, `));
    const mine = strength(own);
    if (variants.length === 0 || mine === null) return [];
    const best = variants.reduce((a, b) => (strength(b)! > strength(a)! ? b : a));
    const ahead = strength(best)! - mine;
    return [
      ahead > 0
        ? `${own}: ${best.slice(own.length + 2)} is best, ${one(ahead)} points above the setting of the tables`
        : `${own}: the setting of the tables is best, ${one(-ahead)} points above ${best.slice(own.length + 2)}`,
    ];
  });
}
