import type { Notice, NoticeCode } from "../core/notice.js";
import type { Dataset } from "../data/dataset.js";

/** What reading may have done to rows and cells. What columns hold is told of the training data, which decides it. */
const aboutCells: ReadonlySet<NoticeCode> = new Set<NoticeCode>([
  "missing-values",
  "rows-left-out",
  "passed-over",
  "rows-not-transformed",
  "spellings-merged",
  "written-numbers",
]);

/** What was done to test data when it was read, for a comparison that shows the notices of its training data. */
export const testNotices = ({ notices }: Dataset): Notice[] =>
  notices
    .filter(({ code }) => aboutCells.has(code))
    .map(({ remedies: _, ...one }) => ({ ...one, text: `in the test data, ${one.text}` }));
