/** Checks that a method need not pass, each with the reason. Empty is best. */
export const exceptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {};
