import { useEffect, useRef, useState } from "preact/hooks";
import { ThemeButton } from "../view/parts/theme-button.js";
import { Choose } from "./choose.js";
import { DropAnywhere } from "./drop.js";
import { Explore } from "./explore.js";
import { Keep } from "./keep.js";
import { Notices } from "./notices.js";
import { Start } from "./start.js";
import type { StepName } from "./state.js";
import { Stepper } from "./stepper.js";
import { Studio } from "./studio.js";
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
  }, [studio]);
  return (
    <StudioContext.Provider value={studio}>
      <a class="sal-skip" href="#work">
        Skip to the work
      </a>
      <Header />
      <Body />
      <Footer />
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
            Forget everything
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
  const shown = useRef(state.step);
  useEffect(() => {
    if (shown.current === state.step) return;
    shown.current = state.step;
    window.scrollTo({ top: 0 });
    main.current?.querySelector("h1")?.focus();
  }, [state.step]);
  const View = views[state.step];
  return (
    <main id="work" class={`st-main st-step-${state.step}`} ref={main} tabIndex={-1}>
      <Notices />
      {state.restoring ? <p class="st-restoring">Bringing back your work…</p> : <View />}
    </main>
  );
}

function Footer() {
  return (
    <footer class="st-footer">
      <p>
        Everything is computed in this page. Files that you open never leave this computer; what is kept for
        next time lies in this browser and is gone with “Forget everything”.
      </p>
    </footer>
  );
}
