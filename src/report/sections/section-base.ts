/** How numbers are shown that are not shown as they are: fractions in percent. */
export type NumberFormat = "percent";

/** What all sections have. */
export interface SectionBase {
  /** Unique in the report; the address of the section on the page. */
  readonly id: string;
  readonly title: string;
  /** How to read it and what it says, in one or two sentences. */
  readonly text?: string;
  /** Few look at it: only its heading is shown until the reader opens it. */
  readonly folded?: boolean;
  /** Stands beside the section before it where there is room. */
  readonly beside?: boolean;
}
