import { commandOf, type Origin, programOf, type RecipeReading, type SelectPlan } from "salience/internal";
import type { Plan, Reading, Source } from "../messages.js";
import type { Desk } from "./desk.js";

/** Where the data on the desk came from. */
export interface Opening {
  readonly source: Source;
  readonly reading: Reading;
  /** The target that was taken, also where it was a guess. */
  readonly target: string | null;
}

/** The command and the program that give the same result elsewhere. */
export function originOf(desk: Desk, plan: Plan): Origin {
  const study = studyPlan(desk, plan);
  return { command: commandOf(study), program: programOf(study) };
}

/** What the page asks for, as a plan of the library. */
export function studyPlan(desk: Desk, plan: Plan): SelectPlan {
  const { source, reading } = desk.opening;
  const { transforms = [] } = reading;
  return {
    schema: "salience/plan@1",
    task: "select",
    data: [
      source.kind === "bundled"
        ? { source: `bundled:${source.name}` }
        : {
            source: source.name,
            reading: { ...readingOf(desk), ...(transforms.length > 0 && { transforms }) },
          },
    ],
    select: {
      method: plan.method,
      options: plan.options as NonNullable<SelectPlan["select"]["options"]>,
      k: plan.auto ? "auto" : plan.k,
      ...(plan.keep.length > 0 && { keep: plan.keep }),
      ...(plan.exclude.length > 0 && { exclude: plan.exclude }),
    },
    seed: plan.seed,
  };
}

/** How the file was read, as options of the library that can be written down. */
export function readingOf({ opening: { reading, target }, data }: Desk): Omit<RecipeReading, "transforms"> {
  const { labels, transforms: _, ...rest } = reading;
  const given = {
    ...rest,
    target: labels ? undefined : (target ?? undefined),
    labels: labels?.name,
  };
  if (data.source.format === "bundled") return {};
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
