import { type Wording, wordRemedies } from "../core/diagnostic.js";
import { type Notice, wordNotice } from "../core/notice.js";
import { plural } from "../core/text.js";
import type { Dataset } from "../data/dataset.js";
import type { Examination } from "../data/examination.js";
import type { Fact, FactsSection, NotesSection } from "./report.js";
import { brief, listed, sentence } from "./words.js";

/** What the data is. */
export function dataSection({ source, labelName }: Dataset, found: Examination): FactsSection {
  const { rows, features, classes, targets, sparse, zeros, constant, duplicates } = found;
  const present = classes?.filter((entry) => entry.rows > 0) ?? [];
  const largest = present.reduce((most, entry) => Math.max(most, entry.rows), 0);
  const copies = duplicates.reduce((total, group) => total + group.length - 1, 0);
  const facts: Fact[] = [
    { label: "rows (samples)", value: rows },
    { label: "features", value: features },
  ];
  if (classes) {
    facts.push({
      label: `classes of ${labelName}`,
      value: present.length,
      hint: listed(
        present.map((entry) => `${entry.name}: ${entry.rows}`),
        12,
      ),
    });
    facts.push({
      label: "largest class",
      value: largest / rows,
      format: "percent",
      hint: "the accuracy of always predicting it",
    });
  } else if (targets)
    facts.push({
      label: `${labelName}, a number to predict`,
      value: `${brief(targets.least, 6)} to ${brief(targets.most, 6)}`,
      hint: `${targets.different} different values`,
    });
  else facts.push({ label: "labels", value: "none" });
  if (sparse || zeros > 0.1)
    facts.push({ label: "zeros", value: zeros, format: "percent", ...(sparse && { hint: "kept sparse" }) });
  if (constant.length > 0)
    facts.push({ label: "constant features", value: constant.length, hint: listed(constant) });
  if (copies > 0) facts.push({ label: "exact copies of other features", value: copies });
  if (found.spread)
    facts.push({
      label: "standard deviations",
      value: `${brief(found.spread.smallest)} to ${brief(found.spread.largest)}`,
      hint: "of the features that vary",
    });
  if (source.transforms.length > 0)
    facts.push({ label: "changed on reading", value: source.transforms.join(", ") });
  return { kind: "facts", id: "data", title: `The data: ${source.name}`, facts };
}

/** What to know before trusting the result; null where there is nothing. */
export function warningsSection(
  found: Examination,
  notices: readonly Notice[],
  labelled: boolean,
  wording: Wording,
): NotesSection | null {
  const alarming = found.findings.filter(
    ({ level }) => level !== "note" && (labelled || level === "warning"),
  );
  const paragraphs = [...notices.filter(({ level }) => level !== "note"), ...alarming.slice(0, 5)].map(
    (one) => told(one, wording),
  );
  if (paragraphs.length === 0) return null;
  return {
    kind: "notes",
    id: "warnings",
    title: plural(paragraphs.length, "warning").replace(/^1 warning$/, "A warning"),
    tone: "warning",
    paragraphs,
  };
}

/** What is good to know about the data and how it was handled; null where there is nothing. */
export function remarksSection(
  found: Examination,
  remarks: readonly string[],
  notices: readonly Notice[],
  wording: Wording,
): NotesSection | null {
  // How missing values were treated says that there are some.
  const isSaid = ({ code }: Notice) =>
    code === "missing-values" && notices.some((one) => one.code === code && one.count !== undefined);
  const good = [...notices, ...found.findings.filter((one) => !isSaid(one))].filter(
    ({ level }) => level === "note",
  );
  const paragraphs = [...remarks.map(sentence), ...good.map((one) => told(one, wording))];
  if (paragraphs.length === 0) return null;
  return { kind: "notes", id: "remarks", title: "Good to know", tone: "plain", paragraphs };
}

/** A notice as sentences: what there is, and what to do about it. */
const told = ({ remedies = [], ...one }: Notice, wording: Wording) =>
  [wordNotice(one, wording), ...(remedies.length > 0 ? [wordRemedies(remedies, wording)] : [])]
    .map(sentence)
    .join(" ");

/** The share of the largest class; undefined without classes. */
export function majorityOf({ labels, targets, rows }: Dataset): number | undefined {
  if (!labels || targets || rows === 0) return undefined;
  const counts = new Map<number, number>();
  for (const code of labels.codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  return Math.max(...counts.values()) / rows;
}

/** `1797 rows, 64 features and 10 classes`. */
export function shapeInWords({ rows, features, labels, targets }: Dataset): string {
  const shape = [plural(rows, "row"), plural(features, "feature")];
  if (targets) return listed([...shape, "a number to predict"]);
  return labels ? listed([...shape, plural(labels.classes.length, "class", "classes")]) : shape.join(" and ");
}
