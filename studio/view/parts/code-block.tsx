import { CopyButton } from "./copy-button.js";
import { download } from "./download.js";

/** What a {@link CodeBlock} needs. */
export interface CodeBlockProps {
  readonly title: string;
  readonly code: string;
  /** The name under which it can be saved; without it there is no button. */
  readonly file?: string;
  readonly json?: boolean;
}

/** Text to copy or to save. */
export function CodeBlock({ title, code, file, json }: CodeBlockProps) {
  return (
    <div class="sal-code">
      <div class="sal-code-bar">
        <span>{title}</span>
        <CopyButton text={code} label={title} />
        {file && (
          <button
            type="button"
            class="sal-button"
            aria-label={`Save ${file}`}
            onClick={() =>
              download(
                code.endsWith("\n") ? code : `${code}\n`,
                file,
                json ? "application/json" : "text/plain",
              )
            }
          >
            Save
          </button>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by the keyboard */}
      <pre tabIndex={0}>{code}</pre>
    </div>
  );
}
