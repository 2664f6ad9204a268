/** salience.wasm in base64. The build writes this module into dist/ (scripts/embed.mjs). */
export declare const base64: string;
