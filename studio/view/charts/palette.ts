/** Eight colours that colour-blind readers can tell apart (Okabe and Ito, adjusted for contrast); see style/tokens.css. */
const colours = 8;

/** The tones of the colours: the second eight are darker, the third lighter, in dark the other way round. */
const tones = ["c", "d", "e"] as const;

/** The eight colours once, twice, … */
const roundOf = (at: number): number => Math.floor(at / colours);

/** The colour of the n-th series or class: 24 that differ in hue or tone. */
export const seriesColour = (at: number): string =>
  `var(--sal-${tones[roundOf(at) % tones.length]}${at % colours})`;

/** Shapes beside colours, so that colour is never the only difference. */
const symbols = ["circle", "square", "triangle", "diamond", "star", "cross"] as const;

/** A shape that marks a series or a class. */
export type SeriesSymbol = (typeof symbols)[number];

/** The shape of the n-th series or class; those of one hue all have different shapes, up to 48. */
export const seriesSymbol = (at: number): SeriesSymbol =>
  symbols[((at % colours) + roundOf(at)) % symbols.length];

/** How many lines cross the n-th class where there is no room for its shape, so that classes of one hue differ: 0, 1, 2, … */
export const seriesLines = roundOf;

/** Ink, quiet ink and lines that follow light and dark. */
export const ink = "var(--sal-ink)";
export const quietInk = "var(--sal-quiet)";
export const rule = "var(--sal-rule)";
export const accent = "var(--sal-accent)";
export const muted = "var(--sal-muted)";
export const ground = "var(--sal-ground)";
export const wrong = "var(--sal-c1)";
/** Above and below a middle. */
export const accentWarm = "var(--sal-c1)";
export const accentCold = "var(--sal-c0)";
