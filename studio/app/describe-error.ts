import { TaskError } from "./client.js";

/** What went wrong, for the person in front of the page. */
export function describeError(error: unknown): string {
  if (error instanceof TaskError && error.expected) return plain(error.message);
  const message = error instanceof Error ? error.message : String(error);
  return `Something went wrong inside the studio: ${message}. Your data is still here.`;
}

/** Messages of the library may name flags of the command line, which are of no use here. */
function plain(message: string): string {
  const said = message.replace(/\s*\([^()]*--[a-z][^()]*\)/g, "").replace(/[,;][^,;]*--[a-z][^,;]*/g, "");
  const first = /^[a-z]+ /.test(said) ? said.charAt(0).toUpperCase() + said.slice(1) : said;
  return /[.!?]$/.test(first) ? first : `${first}.`;
}
