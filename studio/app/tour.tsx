import { useEffect } from "preact/hooks";
import type { StepName } from "./state.js";
import type { Studio } from "./studio.js";
import { useStudio } from "./use-studio.js";

/** A stop of the tour: where it is, what it points at, and what it says. */
interface Stop {
  readonly step: StepName;
  readonly at: string;
  readonly title: string;
  readonly words: string;
  /** What the button says and does, where it is more than going on. */
  readonly action?: { readonly label: string; readonly run: (studio: Studio) => Promise<void> };
}

const stops: readonly Stop[] = [
  {
    step: "start",
    at: ".st-facts",
    title: "A table, and a question",
    words:
      "Each row is a sample, each column a feature. In this example 10 of 200 features were made to matter, so we know the right answer.",
  },
  {
    step: "start",
    at: ".st-watch-for",
    title: "What to watch for",
    words:
      "Gaps, copies, odd classes: each finding has a button that says what it costs. Nothing is changed unless you press it.",
  },
  {
    step: "choose",
    at: ".st-methods",
    title: "How to look",
    words:
      "Methods are told by what they do. The first suits most data; the others are there to compare with.",
    action: { label: "Find the features", run: (studio) => studio.run() },
  },
  {
    step: "explore",
    at: ".st-truth",
    title: "The answer",
    words:
      "No method was told which features matter. This line compares the answer with the truth; with your data you will not have it.",
  },
  {
    step: "explore",
    at: ".st-cut",
    title: "How many, and how sure",
    words:
      "The curve shows how well so many features predict samples that were held out. It says how many are enough. Pull the line to choose: everything below follows.",
  },
  {
    step: "explore",
    at: ".st-tabs",
    title: "Who, why, and what else",
    words:
      "Below are the samples, where it errs, and what each feature is for. The other tabs compare methods, predict new data and keep all your runs.",
  },
  {
    step: "keep",
    at: ".st-takes",
    title: "Take it with you",
    words:
      "The reduced data, a report to send, and a recipe that predicts new samples. Now open your own file.",
  },
];

/** Begins the tour with the example whose answer is known. */
export async function startTour(studio: Studio): Promise<void> {
  await studio.openSource({ kind: "bundled", name: "planted" });
  if (studio.state.data) studio.set({ tour: 0 });
}

/** One minute through the studio: a card beside the page, which stays usable. */
export function Tour() {
  const { studio, state } = useStudio();
  const { tour, running } = state;
  const stop = tour === null ? null : stops[tour];
  const isThere = stop !== null && state.step === stop.step && !running;
  useEffect(() => {
    if (!stop || !isThere) return;
    const target = document.querySelector(stop.at);
    target?.classList.add("st-pointed");
    target?.scrollIntoView({ block: "center" });
    return () => target?.classList.remove("st-pointed");
  }, [stop, isThere]);
  // Who goes elsewhere without the card is met there.
  const met = stops.findIndex(({ step }) => step === state.step);
  useEffect(() => {
    if (stop && stop.step !== state.step && met >= 0 && !running) studio.set({ tour: met });
  }, [studio, stop, state.step, met, running]);
  if (tour === null || stop === null) return null;
  const end = () => studio.set({ tour: null });
  const goTo = (at: number) => {
    studio.set({ tour: at });
    if (stops[at].step !== state.step) studio.go(stops[at].step);
  };
  const next = async () => {
    if (tour === stops.length - 1) return end();
    if (!stop.action) return goTo(tour + 1);
    await stop.action.run(studio);
    // Somebody may have stopped the run, or the tour.
    if (studio.state.tour === tour && studio.state.selected) goTo(tour + 1);
  };
  const title = running ? "It works, in this page" : stop.title;
  return (
    <aside class="st-tour" aria-label="Tour">
      <div role="status">
        <p class="st-quiet">
          Tour, {tour + 1} of {stops.length}
        </p>
        <h2>{title}</h2>
        <p>
          {running
            ? "The ranking forms, then each fold of held-out samples is predicted. No value leaves this computer."
            : stop.words}
        </p>
      </div>
      <div class="st-next">
        <button type="button" class="sal-button" onClick={end}>
          End
        </button>
        {tour > 0 && !running && (
          <button type="button" class="sal-button" onClick={() => goTo(tour - 1)}>
            Back
          </button>
        )}
        <button type="button" class="st-primary" disabled={running !== null} onClick={() => void next()}>
          {tour === stops.length - 1 ? "Done" : (stop.action?.label ?? "Next")}
        </button>
      </div>
    </aside>
  );
}
