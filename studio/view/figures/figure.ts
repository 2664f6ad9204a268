/** A chart of a section, ready to be drawn: the same on a page and in a file of its own. */
export interface Figure {
  /** What it is called; also the beginning of its file's name. */
  readonly name: string;
  /** What it shows, in a sentence. */
  readonly label: string;
  /** Draws it for a width in pixels; must be the same function as long as the data is the same. */
  readonly draw: (width: number) => SVGSVGElement;
  /** Needs no more room than half a page in print. */
  readonly narrow?: boolean;
}
