/** Styles that the charts write into the page, by their digests; everything else of the studio's style is a file. */
const chartStyles: readonly string[] = [];

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
