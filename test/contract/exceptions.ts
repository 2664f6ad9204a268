import { test } from "vitest";

/** Checks that a method need not pass: method → check → the reason. Empty is best. */
export const exceptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {};

/** What declares the checks of a method; an excepted one is reported as skipped, with its reason. */
export const contractOf = (method: string) => (check: string, body: () => Promise<void>) => {
  const reason = exceptions[method]?.[check];
  if (reason === undefined) test(check, body);
  else test.skip(`${check} (excepted: ${reason})`, body);
};
