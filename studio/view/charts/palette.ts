/** Eight colours that colour-blind readers can tell apart (Okabe and Ito, adjusted for contrast); see style/tokens.css. */
const colours = 8;

/** The colour of the n-th series or class. */
export const seriesColour = (at: number): string => `var(--sal-c${at % colours})`;

/** Shapes beside colours, so that colour is never the only difference. */
const symbols = ["circle", "square", "triangle", "diamond", "star", "cross"] as const;

/** A shape that marks a series or a class. */
export type SeriesSymbol = (typeof symbols)[number];

/** The shape of the n-th series or class; the next colours have other shapes. */
export const seriesSymbol = (at: number): SeriesSymbol =>
  symbols[(at + Math.floor(at / colours)) % symbols.length];

/** Ink, quiet ink and lines that follow light and dark. */
export const ink = "var(--sal-ink)";
export const quietInk = "var(--sal-quiet)";
export const rule = "var(--sal-rule)";
export const accent = "var(--sal-accent)";
export const muted = "var(--sal-muted)";
export const ground = "var(--sal-ground)";
export const wrong = "var(--sal-c1)";
