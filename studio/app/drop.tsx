import { useEffect, useState } from "preact/hooks";
import { openFiles } from "./open-files.js";
import { useStudio } from "./use-studio.js";

/** Files can be dropped anywhere on the page. */
export function DropAnywhere() {
  const { studio } = useStudio();
  const [over, setOver] = useState(false);
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const hover = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      void openFiles(studio, [...(event.dataTransfer?.files ?? [])]);
    };
    window.addEventListener("dragover", hover);
    window.addEventListener("dragleave", leave);
    window.addEventListener("drop", drop);
    return () => {
      window.removeEventListener("dragover", hover);
      window.removeEventListener("dragleave", leave);
      window.removeEventListener("drop", drop);
    };
  }, [studio]);
  return over ? (
    <div class="st-drop-veil" aria-hidden="true">
      <p>Let go to open it here</p>
    </div>
  ) : null;
}
