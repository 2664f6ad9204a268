/** Ends a command whose work was planned for other machines: it has done what was asked, but there is no result yet. */
export class HandedOver extends Error {
  override readonly name = "HandedOver";

  /** What to tell the user: where the work is, and what to do next. */
  constructor(readonly lines: readonly string[]) {
    super(lines.join("\n"));
  }
}
