/** Spellings of a word that were taken as one. */
export interface MergedSpellings {
  /** The most frequent one, or the one that training had; it stands for all. */
  readonly kept: string;
  readonly others: readonly string[];
}

const yesNoWords = [
  ["yes", "no"],
  ["y", "n"],
  ["true", "false"],
  ["t", "f"],
  ["ja", "nein"],
  ["j", "n"],
  ["oui", "non"],
  ["si", "no"],
  ["sí", "no"],
  ["on", "off"],
];
const yesWords = new Set(yesNoWords.map(([yes]) => yes));
const noWords = new Set(yesNoWords.map(([, no]) => no));

/** Whether these are two words such as yes and no. */
export function isYesNo(levels: readonly string[]): boolean {
  if (levels.length !== 2) return false;
  const [a, b] = levels.map((level) => level.toLowerCase());
  return yesNoWords.some(([yes, no]) => (a === yes && b === no) || (a === no && b === yes));
}

/** Short words that mean the same in either case, unlike alleles such as A and a. */
const shortWords = new Set([...yesWords, ...noWords, "m", "f", "w"]);

/** Case may mean something in shorter texts. */
const longestShort = 2;

/** Small letters, capitals, or capitals where words begin: cases in which one word is often written. */
const isUsualCase = (text: string): boolean =>
  text === text.toLowerCase() || text === text.toUpperCase() || /^(?!.*\p{L}\p{Lu})/u.test(text);

/** What the spellings of a word have in common: its letters without their case, single blanks. */
function wordIn(text: string): string {
  const trimmed = text.trim().replace(/\s+/g, " ");
  const small = trimmed.toLowerCase();
  const mayFold = small.length > longestShort ? isUsualCase(trimmed) : shortWords.has(small);
  return mayFold ? small : trimmed;
}

/**
 * Words that are spelled in several ways (Sick, sick; yes, Yes, Y), each as its most frequent spelling. Nothing is merged if
 * one word alone would be left, as of the genotypes AABB and aabb, nor beside spellings in which case seems to matter, as AaBb.
 * `counts`: how often each text but the empty one occurs.
 */
export function mergeSpellings(
  texts: readonly string[],
  counts: ReadonlyMap<string, number>,
): {
  readonly texts: readonly string[];
  readonly merged: readonly MergedSpellings[];
} {
  const spellings = [...counts.keys()];
  const mixed = new Set(spellings.filter((text) => !isUsualCase(text)).map((text) => text.toLowerCase()));
  const words = spellings.map((text) => (mixed.has(text.toLowerCase()) ? text : wordIn(text)));
  const pair = pairOfMany(spellings.map((text, at) => ({ word: words[at], count: counts.get(text)! })));
  const groups = new Map<string, string[]>();
  spellings.forEach((text, at) => {
    const word = pair ? pair[yesWords.has(words[at]) ? 0 : 1] : words[at];
    groups.set(word, [...(groups.get(word) ?? []), text]);
  });
  if (groups.size < 2 || groups.size === spellings.length) return { texts, merged: [] };
  const merged = [...groups].flatMap(([word, group]): MergedSpellings[] => {
    if (group.length === 1) return [];
    const isPair = (text: string) => Number(wordIn(text) === word);
    const [kept, ...others] = group.sort(
      (a, b) => isPair(b) - isPair(a) || counts.get(b)! - counts.get(a)! || (a < b ? -1 : Number(a > b)),
    );
    return [{ kept, others }];
  });
  merged.sort((a, b) => (a.kept < b.kept ? -1 : 1));
  const spelled = new Map(merged.flatMap(({ kept, others }) => others.map((other) => [other, kept])));
  return { texts: texts.map((text) => spelled.get(text) ?? text), merged };
}

/** Of more than two words that all mean yes or no, the pair that is used most; undefined for other words. */
function pairOfMany(
  words: readonly { readonly word: string; readonly count: number }[],
): readonly string[] | undefined {
  const counts = new Map<string, number>();
  for (const { word, count } of words) counts.set(word, (counts.get(word) ?? 0) + count);
  if (counts.size < 3) return undefined;
  if (![...counts.keys()].every((word) => yesWords.has(word) || noWords.has(word))) return undefined;
  const used = ([yes, no]: readonly string[]) => counts.get(yes)! + counts.get(no)!;
  return yesNoWords
    .filter(([yes, no]) => counts.has(yes) && counts.has(no))
    .reduce<readonly string[] | undefined>(
      (best, pair) => (best === undefined || used(pair) > used(best) ? pair : best),
      undefined,
    );
}

/**
 * The known level that a word of new data spells in another way: in another case, or as another word for yes or no, which
 * programs also write as 1 and 0. Undefined where none or more than one may be meant.
 */
export function levelSpelled(word: string, levels: readonly string[]): string | undefined {
  const alike = levels.filter((level) => wordIn(level) === wordIn(word));
  if (alike.length === 1) return alike[0];
  if (alike.length > 1 || levels.length !== 2) return undefined;
  const [first, second] = levels.map(truthOf);
  if (first === undefined || second === undefined || first === second) return undefined;
  const truth = truthOf(word);
  return truth === undefined ? undefined : truth === first ? levels[0] : levels[1];
}

function truthOf(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  if (yesWords.has(word) || word === "1") return true;
  return noWords.has(word) || word === "0" ? false : undefined;
}
