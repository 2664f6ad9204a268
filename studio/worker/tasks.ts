import type { Tasks } from "../messages.js";
import { block } from "./block.js";
import { compare } from "./compare.js";
import { csv } from "./csv.js";
import type { Desk, Work } from "./desk.js";
import { feature } from "./feature.js";
import { measure } from "./measure.js";
import { open } from "./open.js";
import { path } from "./path.js";
import { readRecipe, recipe } from "./recipe.js";
import { select } from "./select.js";

/** What the worker can do. To add a task, write its file, its types in messages.ts, and name it here. */
export const tasks: {
  readonly [T in keyof Tasks]: (desk: Desk, take: Tasks[T]["take"], work: Work) => Promise<Tasks[T]["give"]>;
} = { open, block, select, measure, feature, path, compare, csv, recipe, readRecipe };
