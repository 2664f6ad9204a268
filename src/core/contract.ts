import { InputError } from "./input-error.js";

/** One thing that every definition of a kind must hold, as a function that throws where it does not. */
export interface ContractCheck<T> {
  readonly name: string;
  /** Whether it is about this definition; absent means yes. */
  applies?(definition: T): boolean;
  run(definition: T): Promise<void>;
}

/** What a check found: whether it holds, and why not. */
export interface CheckResult {
  readonly name: string;
  readonly ok: boolean;
  /** Empty where it holds. */
  readonly reason: string;
}

/** Thrown by a check that does not hold. */
export class BrokenContract extends Error {
  override readonly name = "BrokenContract";
}

/** Runs the checks that apply, one after another, and tells each result as it comes. */
export async function runContract<T>(
  checks: readonly ContractCheck<T>[],
  definition: T,
  tell: (result: CheckResult) => void = () => {},
): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = [];
  for (const check of checks) {
    if (check.applies?.(definition) === false) continue;
    const reason = await check.run(definition).then(
      () => "",
      (error: unknown) => (error instanceof Error ? error.message : String(error)) || "it failed",
    );
    const result = { name: check.name, ok: reason === "", reason };
    results.push(result);
    tell(result);
  }
  return results;
}

/** Ends a check where something does not hold. */
export function requireThat(holds: boolean, reason: string): void {
  if (!holds) throw new BrokenContract(reason);
}

/** Ends a check where two values differ; lists and typed arrays are compared element by element. */
export function requireSame(actual: unknown, expected: unknown, what: string): void {
  if (!isSame(actual, expected))
    throw new BrokenContract(`${what}: ${inShort(actual)}, where ${inShort(expected)} is expected`);
}

/** Ends a check where the work is not refused with an {@link InputError} whose message fits. */
export async function requireRefusal(work: () => unknown, message: RegExp, what: string): Promise<void> {
  try {
    await work();
  } catch (error) {
    requireThat(error instanceof InputError, `${what}: it must be refused with an InputError; ${error}`);
    const { message: said } = error as InputError;
    return requireThat(message.test(said), `${what}: the message "${said}" does not match ${message}`);
  }
  throw new BrokenContract(`${what}: it must be refused, and was not`);
}

function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  const [one, other] = [Object.entries(a), Object.entries(b)];
  return (
    one.length === other.length &&
    one.every(([key, value], at) => key === other[at][0] && isSame(value, other[at][1]))
  );
}

function inShort(value: unknown): string {
  const text = JSON.stringify(ArrayBuffer.isView(value) ? Object.values(value) : value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
