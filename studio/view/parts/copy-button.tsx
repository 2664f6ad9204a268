import { useState } from "preact/hooks";

/** Copies a text and says so. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [state, setState] = useState<"" | "Copied" | "Press Ctrl+C">("");
  const copy = async () => {
    setState((await copyText(text)) ? "Copied" : "Press Ctrl+C");
    setTimeout(() => setState(""), 2000);
  };
  return (
    <button type="button" class="sal-button" onClick={copy} aria-label={`${state || "Copy"}: ${label}`}>
      {state || "Copy"}
    </button>
  );
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** For pages that may not use the clipboard, such as files in some browsers. */
function copyBySelection(text: string): boolean {
  const area = document.createElement("textarea");
  area.value = text;
  area.style.position = "fixed";
  document.body.append(area);
  const before = document.activeElement as HTMLElement | null;
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  before?.focus();
  return done;
}
