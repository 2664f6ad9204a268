import { type State, type StepName, steps } from "./state.js";
import { useStudio } from "./use-studio.js";

const titles: Readonly<Record<StepName, string>> = {
  start: "Start",
  choose: "Choose",
  watch: "Watch",
  explore: "Explore",
  keep: "Keep",
};

/** The five steps, and which of them can be taken. */
export function Stepper() {
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

function isOpen(step: StepName, { data, running, picked }: State): boolean {
  if (step === "start") return true;
  if (step === "choose") return data !== null;
  if (step === "watch") return data !== null && (running !== null || picked !== null);
  return picked !== null;
}
