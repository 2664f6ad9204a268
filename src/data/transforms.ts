/** The changes on reading that are safe in folds: each looks at one value or one row only. */
export const transformNames = ["log", "log2", "log10", "log1p", "normalize-total"] as const;

/** One of {@link transformNames}. */
export type TransformName = (typeof transformNames)[number];
