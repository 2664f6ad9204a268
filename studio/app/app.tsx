import { useEffect, useRef, useState } from "preact/hooks";
import { Guard } from "../view/parts/guard.js";
import { ThemeButton } from "../view/parts/theme-button.js";
import { Choose } from "./choose.js";
import { Explore } from "./explore.js";
import { Keep } from "./keep.js";
import { openFiles } from "./open-data.js";
import { Problems } from "./problems.js";
import { Start } from "./start.js";
import { isOpen, type StepName, steps } from "./state.js";
import { Studio } from "./studio.js";
import { Tour } from "./tour.js";
import { StudioContext, useStudio } from "./use-studio.js";
import { Watch } from "./watch.js";

const views: Readonly<Record<StepName, () => preact.JSX.Element | null>> = {
  start: Start,
  choose: Choose,
  watch: Watch,
  explore: Explore,
  keep: Keep,
};

/** The whole page. */
export function App() {
  const [studio] = useState(() => new Studio());
  useEffect(() => {
    void studio.restore();
    const follow = () => studio.follow();
    window.addEventListener("popstate", follow);
    return () => window.removeEventListener("popstate", follow);
  }, [studio]);
  return (
    <StudioContext.Provider value={studio}>
      <a class="sal-skip" href="#work">
        Skip to the work
      </a>
      <Header />
      <Body />
      <Footer />
      <Tour />
      <DropAnywhere />
    </StudioContext.Provider>
  );
}

function Header() {
  const { studio, state } = useStudio();
  return (
    <header class="st-header">
      <p class="st-brand">
        <img src="./icon.svg" alt="" width="28" height="28" />
        <span>
          Salience <b>studio</b>
        </span>
      </p>
      <Stepper />
      <div class="st-header-tools">
        {state.data && (
          <button type="button" class="sal-button" onClick={() => void studio.forget()}>
            Forget<span class="st-wide"> everything</span>
          </button>
        )}
        <ThemeButton />
      </div>
    </header>
  );
}

/** The step at hand. Where it changes, reading starts at its heading. */
function Body() {
  const { state } = useStudio();
  const main = useRef<HTMLElement>(null);
  const name = state.data?.name;
  const place = `${state.step} ${name ?? ""}`;
  const shown = useRef(place);
  useEffect(() => {
    if (shown.current === place) return;
    shown.current = place;
    window.scrollTo({ top: 0 });
    main.current?.querySelector("h1")?.focus();
  }, [place]);
  // A button that has done its work is gone; whoever pressed it goes on where it was.
  useEffect(() => {
    if (document.activeElement === document.body && state.step === "start" && state.data)
      document.getElementById("findings")?.focus({ preventScroll: true });
  }, [state.data]);
  useEffect(() => {
    document.title = name ? `${name} – Salience studio` : "Salience studio";
  }, [name]);
  const View = views[state.step];
  return (
    <main id="work" class={`st-main st-step-${state.step}`} ref={main} tabIndex={-1}>
      <Problems />
      {state.restoring ? (
        <p class="st-restoring">Restoring your work…</p>
      ) : (
        <Guard key={state.step} what="This step">
          <View />
        </Guard>
      )}
    </main>
  );
}

const titles: Readonly<Record<StepName, string>> = {
  start: "Start",
  choose: "Choose",
  watch: "Watch",
  explore: "Explore",
  keep: "Keep",
};

/** The five steps, and which of them can be taken. */
function Stepper() {
  const { studio, state } = useStudio();
  return (
    <nav class="st-steps" aria-label="Steps">
      <ol>
        {steps.map((step, at) => (
          <li key={step}>
            <button
              type="button"
              disabled={!isOpen(step, state)}
              aria-current={state.step === step ? "step" : undefined}
              onClick={() => studio.go(step)}
            >
              <span class="st-number" aria-hidden="true">
                {at + 1}
              </span>
              {titles[step]}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Footer() {
  return (
    <footer class="st-footer">
      <p>
        Everything is computed in this page. Files that you open never leave this computer; what is saved for
        next time is stored in this browser and is deleted with “Forget everything”.
      </p>
    </footer>
  );
}

/** Files can be dropped anywhere on the page. */
function DropAnywhere() {
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
      <p>Drop to open it here</p>
    </div>
  ) : null;
}
