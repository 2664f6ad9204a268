import { Catalogue, checkDefinition } from "../core/definition.js";
import { optionName } from "../core/diagnostic.js";
import { InputError } from "../core/input-error.js";
import { didYouMean } from "../core/nearest-name.js";
import { describeValue, type OptionsIn, type PlainOptions } from "../core/option.js";
import type { Dataset } from "../data/dataset.js";
import { bahsic } from "./bahsic.js";
import { dfs } from "./dfs.js";
import { fisher } from "./fisher.js";
import { laplacian } from "./laplacian.js";
import { lasso } from "./lasso.js";
import { ldfs } from "./ldfs.js";
import { mmcRfe } from "./mmc-rfe.js";
import { mrmr } from "./mrmr.js";
import { relieff } from "./relieff.js";
import { rfs } from "./rfs.js";
import type { Selector } from "./selector.js";
import { svmRfe } from "./svm-rfe.js";
import { traceRatio } from "./trace-ratio.js";

/** Every built-in method, by name; the first is the default. To add one, write its file and name it here. */
export const selectors = Object.freeze({
  dfs,
  ldfs,
  fisher,
  laplacian,
  mrmr,
  relieff,
  "trace-ratio": traceRatio,
  bahsic,
  "mmc-rfe": mmcRfe,
  "svm-rfe": svmRfe,
  lasso,
  rfs,
});

/** The names of the built-in methods. */
export type MethodName = keyof typeof selectors;

/** A method: the name of a built-in one, or a definition of one's own. */
export type Method = MethodName | Selector;

/** The name of the method that is used where none is given. */
export type DefaultMethod = "dfs";

/** The method that is used where none is named. */
export const defaultMethod: DefaultMethod = "dfs";

/** The options of a method: of one that is named, or of a definition of one's own. */
export type MethodOptions<M extends Method> = M extends MethodName
  ? OptionsIn<(typeof selectors)[M]>
  : OptionsIn<M>;

/** Names a method and gives its options; the name may be left out for the default method. */
export type MethodChoice<M extends Method = MethodName> = M extends DefaultMethod
  ? { method?: M } & MethodOptions<M>
  : M extends Method
    ? { method: M } & MethodOptions<M>
    : never;

/** A method and its options where both are known at run time only; they are checked then. */
export interface PlainMethodChoice {
  readonly method?: string | Selector;
  /** The method's own options, by name. */
  readonly options?: Readonly<Record<string, unknown>>;
}

const catalogue = new Catalogue<Selector>("method", selectors, (definition) => {
  checkDefinition("method", definition, {
    texts: ["title", "summary", "citation"],
    functions: ["cost", "score"],
  });
  if (definition.direction !== "larger" && definition.direction !== "smaller")
    throw new InputError("plugin", `method "${definition.name}": direction must be larger or smaller`);
});

/** Adds a method of a plug-in, so that names can stand for it. */
export const addSelector = (selector: Selector): void => catalogue.add(selector);

/** All methods: the built-in ones, and those of plug-ins that were loaded. */
export const allSelectors = (): readonly Selector[] => catalogue.all();

/** Whether it is one of the {@link selectors}. */
export const isBuiltInSelector = (selector: Selector): boolean => catalogue.isBuiltIn(selector);

/**
 * The method that a name or a definition stands for; refuses names that there are not, and definitions that are not what
 * they should be. Definitions that were `given` beside names are looked at first.
 */
export function findSelector(method: string | Selector, given: readonly Selector[] = []): Selector {
  if (typeof method === "object" && method !== null) {
    catalogue.refuseUnfit(method);
    return method;
  }
  const found = given.find(({ name }) => name === method) ?? catalogue.get(method);
  if (found) return found;
  const names = allSelectors().map(({ name }) => name);
  throw new InputError(
    "unknown-name",
    typeof method === "string"
      ? `unknown method "${method}"${didYouMean(method, names)}; the methods are ${names.join(", ")}`
      : `${optionName("method")} must be a name or a definition; ${describeValue(method)} was given`,
    { facts: { option: "method", given: describeValue(method), allowed: names.join(", ") } },
  );
}

/** Whether a method can work with the target of this data: with numbers to predict not all of them can. */
export const suits = ({ supervised, targets }: Selector, data: Dataset): boolean =>
  data.targets === null || !supervised || targets === "continuous";

/** Refuses a method that needs classes where the target is a number, and names those that do not; and weights of classes. */
export function requireSuited(selector: Selector, data: Dataset, { classWeight }: PlainOptions): void {
  if (!data.targets) return;
  if (classWeight === "balanced")
    throw new InputError(
      "options-conflict",
      `${optionName("classWeight")} is about classes, but the target "${data.labelName}" is a number; leave it out`,
      { facts: { option: "classWeight", given: classWeight } },
    );
  if (suits(selector, data)) return;
  const { name } = selector;
  const names = allSelectors()
    .filter((one) => suits(one, data))
    .map((one) => one.name);
  throw new InputError(
    "not-possible",
    `${name} needs classes, but the target "${data.labelName}" is a number; methods that can predict numbers are ${names.join(", ")}`,
    {
      facts: { option: "method", given: name, allowed: names.join(", ") },
      remedies: [
        { action: "use another method", option: "method", value: names[0] },
        { action: "use its values as classes", option: "task", value: "classification" },
      ],
    },
  );
}

type Cited = "citation" | "citedAs" | "bibtex";

/** What is known of a method by its name: of one that is not loaded here, such as that of a stored result, the name alone. */
export function describeSelector(
  name: string,
): Pick<Selector, "name" | "title" | "summary" | Cited | "supervised" | "missing" | "options" | "anytime"> {
  const unknown = { name, title: name, summary: "", citation: "", supervised: true, options: {} };
  return catalogue.get(name) ?? unknown;
}
