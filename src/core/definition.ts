import { InputError } from "./input-error.js";
import { describeValue } from "./option.js";

/** Names that options of methods cannot have: `select`, `evaluate` and others take these settings in the same object. */
export const settingNames: readonly string[] = [
  ...[
    "method",
    "methods",
    "label",
    "options",
    "k",
    "keep",
    "exclude",
    "adjust",
    "featureGroups",
    "costs",
    "seed",
    "kernels",
    "threads",
  ],
  ...[
    "onProgress",
    "onInterim",
    "onStep",
    "signal",
    "target",
    "executor",
    "journal",
    "folds",
    "repeats",
    "rowGroups",
    "test",
  ],
  ...[
    "rareClasses",
    "protocol",
    "sideBySide",
    "permutations",
    "metric",
    "selectOn",
    "keepHeldOut",
    "tune",
    "rule",
    "try",
    "gammas",
  ],
  ...["ps", "classifier", "classifierOptions", "subsamples", "fraction", "threshold", "falseSelections"],
];

/** What methods and classifiers have in common. */
interface Definition {
  readonly name: string;
  readonly module?: string;
}

/**
 * Refuses an invalid definition: checks its name, its texts, its options and their defaults, and its
 * functions. Messages call it `kind`.
 */
export function checkDefinition(
  kind: "method" | "classifier",
  definition: object,
  parts: { readonly texts: readonly string[]; readonly functions: readonly string[] },
): void {
  const given: Readonly<Record<string, unknown>> = { ...definition };
  const { name, options } = given;
  if (typeof name !== "string" || !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
    throw new InputError(
      "plugin",
      `the name of a ${kind} must be lower-case words joined by dashes, such as my-method; ${describeValue(name)} was given`,
    );
  const refuse = (what: string) => new InputError("plugin", `${kind} "${name}": ${what}`);
  for (const part of parts.texts) if (typeof given[part] !== "string") throw refuse(`${part} must be text`);
  for (const part of parts.functions)
    if (typeof given[part] !== "function") throw refuse(`${part} must be a function`);
  if (typeof options !== "object" || options === null) throw refuse("options must be an object");
  for (const [option, one] of Object.entries(options)) checkOptionDefinition(option, one, refuse);
}

function checkOptionDefinition(
  name: string,
  option: { type?: unknown; default?: unknown; choices?: unknown; help?: unknown } | null,
  refuse: (what: string) => InputError,
): void {
  if (!/^[a-z][a-zA-Z0-9]*$/.test(name))
    throw refuse(`option "${name}" must be a camel-case name such as maxIterations`);
  if (settingNames.includes(name))
    throw refuse(`option "${name}" has the same name as a setting; choose another`);
  const { type, choices, help } = option ?? {};
  if (type !== "number" && type !== "choice" && type !== "flag")
    throw refuse(`option "${name}" must have the type number, choice or flag`);
  if (type === "choice" && !(Array.isArray(choices) && choices.every((one) => typeof one === "string")))
    throw refuse(`option "${name}" must list its choices`);
  if (typeof help !== "string") throw refuse(`option "${name}" must have a help text`);
  if (option?.default === undefined) throw refuse(`option "${name}" must have a default; null means unset`);
}

/**
 * Definitions from plug-ins that were loaded, by name. Like the modules they come from, they stay as long as the program
 * runs; a name stands for one definition.
 */
export class Catalogue<T extends Definition> {
  private readonly loaded = new Map<string, T>();

  constructor(
    private readonly kind: "method" | "classifier",
    private readonly builtIn: Readonly<Record<string, T>>,
    private readonly check: (definition: T) => void,
  ) {}

  /** All definitions, the built-in ones first. */
  all(): readonly T[] {
    return [...Object.values(this.builtIn), ...this.loaded.values()];
  }

  isBuiltIn({ name }: T): boolean {
    return Object.hasOwn(this.builtIn, name);
  }

  /** Adds a plug-in's definition. The same module may be loaded again. */
  add(definition: T): void {
    this.refuseUnfit(definition);
    const { name, module } = definition;
    const before = this.loaded.get(name);
    if (before && before.module !== module)
      throw new InputError(
        "plugin",
        `two plug-ins define a ${this.kind} named "${name}"; rename one of them`,
      );
    this.loaded.set(name, definition);
  }

  /** The definition with this name, or undefined. */
  get(name: string): T | undefined {
    return Object.hasOwn(this.builtIn, name) ? this.builtIn[name] : this.loaded.get(name);
  }

  /** Refuses an invalid definition, and one with the name of a built-in one. */
  refuseUnfit(definition: T): void {
    if (Object.hasOwn(this.builtIn, definition.name)) {
      if (this.builtIn[definition.name] === definition) return;
      throw new InputError(
        "plugin",
        `"${definition.name}" is the name of a built-in ${this.kind}; choose another`,
      );
    }
    this.check(definition);
  }
}
