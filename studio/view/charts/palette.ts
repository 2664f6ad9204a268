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

/**
 * The shapes of the first 24, as places in `symbols`, found by search: classes of one hue have different shapes, and two of one
 * shape have colours that are far apart for colour-blind readers too (CIE76 above 20; taking turns gave 10).
 */
const shapes = [0, 1, 2, 3, 4, 5, 1, 2, 1, 5, 0, 2, 1, 3, 4, 0, 4, 4, 1, 5, 3, 0, 2, 1] as const;

/** The shape of the n-th series or class; where colours come again, up to 144, they have other shapes. */
export const seriesSymbol = (at: number): SeriesSymbol =>
  symbols[(shapes[at % shapes.length] + Math.floor(at / shapes.length)) % symbols.length];

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
