import type { ContractCheck } from "../core/contract.js";
import { constraintContract } from "./contract/constraints.js";
import { refusalContract } from "./contract/refusals.js";
import { scoringContract } from "./contract/scoring.js";
import { tableContract } from "./contract/tables.js";
import type { Selector } from "./selector.js";

/** What every method must hold. Plug-in authors run it with `salience check`. */
export const selectorContract: readonly ContractCheck<Selector>[] = [
  ...scoringContract,
  ...refusalContract,
  ...tableContract,
  ...constraintContract,
];
