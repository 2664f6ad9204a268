import { InputError } from "../core/input-error.js";
import type { Random } from "../numeric/random.js";
import { type Fold, foldsFromPlaces, requireFolds } from "./folds.js";

/** Beginnings of the search: more gain little. */
const STARTS = 8;
const MOST_PASSES = 50;
/** Pairs of groups are many: with more groups than this, single moves balance well enough. */
const MOST_FOR_SWAPS = 300;
/** A gain below this is rounding. */
const LEAST_GAIN = 1e-12;

/**
 * Splits where all rows of a group (a patient, a speaker, a batch) are tested in the same fold, so that no group is on
 * both sides. Sizes and classes are as even as a greedy search makes them: groups in random order go where they add
 * least to the unevenness, then single groups move and pairs change places while that helps; the best of eight
 * beginnings is taken. A class that two groups have is kept in every training set where a move can do that.
 */
export function groupedFolds(codes: Int32Array, groups: Int32Array, folds: number, random: Random): Fold[] {
  if (groups.length !== codes.length)
    throw new InputError(
      "option-value",
      `there are ${groups.length} groups for ${codes.length} rows; every row needs one`,
    );
  const names = [...new Set(groups)];
  requireFolds(folds, names.length, "groups");
  const numberOf = new Map(names.map((name, g) => [name, g]));
  const groupOf = groups.map((name) => numberOf.get(name)!);
  const shares = groupShares(codes, groupOf, names.length);
  let best: Partition | null = null;
  for (let start = 0; start < STARTS; start++) {
    const order = random.shuffle(Int32Array.from(shares.keys()));
    const partition = new Partition(shares, folds);
    for (const group of order) partition.place(group);
    partition.improve(order);
    partition.spreadClasses(order);
    if (best === null || partition.isBetterThan(best)) best = partition;
  }
  return foldsFromPlaces(
    groupOf.map((group) => best!.foldOf[group]),
    folds,
  );
}

/**
 * What each group holds: its share of all rows, then of each class. Classes count together as much as the size does.
 * The sum of squares over the folds is least when every fold has an equal share of everything.
 */
function groupShares(codes: Int32Array, groupOf: Int32Array, groups: number): Float64Array[] {
  const counts = new Int32Array(codes.reduce((most, code) => Math.max(most, code), 0) + 1);
  for (const code of codes) counts[code]++;
  const present = counts.filter((count) => count > 0).length;
  const shares = Array.from({ length: groups }, () => new Float64Array(1 + counts.length));
  codes.forEach((code, row) => {
    const share = shares[groupOf[row]];
    share[0] += 1 / codes.length;
    share[1 + code] += 1 / (counts[code] * Math.sqrt(present));
  });
  return shares;
}

/** Groups in folds, and how even that is. */
class Partition {
  readonly foldOf: Int32Array;
  private readonly loads: Float64Array[];

  constructor(
    private readonly shares: readonly Float64Array[],
    folds: number,
  ) {
    this.foldOf = new Int32Array(shares.length).fill(-1);
    this.loads = Array.from({ length: folds }, () => new Float64Array(shares[0].length));
  }

  /** Puts a group where it adds least to the sum of squares: into an empty fold while there is one. */
  place(group: number): void {
    let [target, least] = [0, Infinity];
    this.loads.forEach((load, fold) => {
      const added = dot(this.shares[group], load);
      if (added < least) [target, least] = [fold, added];
    });
    this.foldOf[group] = target;
    add(this.loads[target], this.shares[group], 1);
  }

  /** Moves and swaps groups until nothing gains. */
  improve(order: Int32Array): void {
    for (let pass = 0, gained = true; gained && pass < MOST_PASSES; pass++) {
      gained = false;
      for (const group of order) if (this.moveBest(group)) gained = true;
      if (order.length <= MOST_FOR_SWAPS)
        for (const a of order) for (const b of order) if (a < b && this.swapIfBetter(a, b)) gained = true;
    }
  }

  /** Breaks up classes that several groups have but one fold holds alone: another fold's turn would not train on them. */
  spreadClasses(order: Int32Array): void {
    for (let held = this.heldClasses(); held.length > 0; ) {
      const move = this.moveThatSpreads(order, held);
      if (move === null) return;
      this.move(move.group, move.target);
      held = this.heldClasses();
    }
  }

  /** Fewer classes that one fold holds alone, then a smaller sum of squares. */
  isBetterThan(other: Partition): boolean {
    const fewer = this.heldClasses().length - other.heldClasses().length;
    return fewer < 0 || (fewer === 0 && this.unevenness() < other.unevenness() - LEAST_GAIN);
  }

  private unevenness(): number {
    return this.loads.reduce((sum, load) => sum + dot(load, load), 0);
  }

  private moveBest(group: number): boolean {
    const from = this.foldOf[group];
    let [target, least] = [from, -LEAST_GAIN];
    for (let fold = 0; fold < this.loads.length; fold++) {
      const change = fold === from ? 0 : this.changeByMove(group, fold);
      if (change < least) [target, least] = [fold, change];
    }
    if (target === from) return false;
    this.move(group, target);
    return true;
  }

  private changeByMove(group: number, target: number): number {
    const share = this.shares[group];
    const from = this.loads[this.foldOf[group]];
    const to = this.loads[target];
    let change = 0;
    for (let i = 0; i < share.length; i++) change += share[i] * (to[i] - from[i] + share[i]);
    return 2 * change;
  }

  private swapIfBetter(a: number, b: number): boolean {
    const [foldA, foldB] = [this.foldOf[a], this.foldOf[b]];
    if (foldA === foldB) return false;
    const [shareA, shareB] = [this.shares[a], this.shares[b]];
    const [loadA, loadB] = [this.loads[foldA], this.loads[foldB]];
    let change = 0;
    for (let i = 0; i < shareA.length; i++) {
      const moved = shareA[i] - shareB[i];
      change += moved * (loadB[i] - loadA[i] + moved);
    }
    if (2 * change >= -LEAST_GAIN) return false;
    this.move(a, foldB);
    this.move(b, foldA);
    return true;
  }

  private move(group: number, target: number): void {
    add(this.loads[this.foldOf[group]], this.shares[group], -1);
    add(this.loads[target], this.shares[group], 1);
    this.foldOf[group] = target;
  }

  /** The move with the least harm after which fewer classes are held by one fold. */
  private moveThatSpreads(order: Int32Array, held: number[]): { group: number; target: number } | null {
    let best: { group: number; target: number; change: number } | null = null;
    for (const group of order) {
      if (!held.some((entry) => this.shares[group][entry] > 0)) continue;
      const from = this.foldOf[group];
      for (let target = 0; target < this.loads.length; target++) {
        if (target === from) continue;
        const change = this.changeByMove(group, target);
        if (best !== null && change >= best.change) continue;
        this.foldOf[group] = target;
        if (this.heldClasses().length < held.length) best = { group, target, change };
        this.foldOf[group] = from;
      }
    }
    return best;
  }

  /** Entries of the classes that two groups or more have, all in one fold. */
  private heldClasses(): number[] {
    const held: number[] = [];
    for (let entry = 1; entry < this.shares[0].length; entry++) {
      const owners = this.shares.flatMap((share, group) => (share[entry] > 0 ? [this.foldOf[group]] : []));
      if (owners.length > 1 && owners.every((fold) => fold === owners[0])) held.push(entry);
    }
    return held;
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

function add(to: Float64Array, values: Float64Array, factor: number): void {
  for (let i = 0; i < to.length; i++) to[i] += factor * values[i];
}
