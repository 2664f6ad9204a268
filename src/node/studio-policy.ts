/** The style that Observable Plot writes into every chart, by its digest; all other style is in files. */
const chartStyles: readonly string[] = ["sha256-NRsRi5++YI1Vzq52zWNty3MEm+/nMgQ3vvR8+1mo11U="];

/**
 * What the studio's page may do, as a content security policy: run its own scripts and WebAssembly, fetch its own files,
 * and nothing else. The server sends it, and the built page states it too, for other web hosts.
 */
export const contentPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  `style-src 'self'${chartStyles.map((digest) => ` '${digest}'`).join("")}`,
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");
