/** What kernel threads run, as one script. The build writes this module into dist/ (scripts/embed.mjs). */
export declare const threadScript: string;
