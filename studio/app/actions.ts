import type { Opening, Source } from "../messages.js";
import { type Client, TaskError } from "./client.js";
import type { Problem, State } from "./state.js";

/** What the parts of the studio use of it. */
export interface StudioActions {
  readonly state: State;
  readonly client: Client;
  /** Changes the state and has it drawn. */
  set(change: Partial<State>): void;
  /** Keeps the work soon. */
  save(): void;
  open(opening: Opening): Promise<void>;
  openSource(source: Source): Promise<void>;
  complain(sentence: string): void;
}

/** What went wrong, for the page. */
export function problemOf(error: unknown): Problem {
  if (error instanceof TaskError)
    return {
      sentence: error.message,
      remedies: error.failure.kind === "input" ? error.failure.remedies : [],
    };
  const message = error instanceof Error ? error.message : String(error);
  return { sentence: `Internal error: ${message}. Your data is still here.`, remedies: [] };
}
