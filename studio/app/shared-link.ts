import type { SelectPlan } from "salience/internal";
import type { BundledName, Source } from "../messages.js";
import { problemOf, type StudioActions } from "./actions.js";
import { addressOf, settingsIn } from "./address.js";
import { linkPlan } from "./plan.js";

/** Takes over the settings in the address: at once where data is open or comes with the program, else with the next data. */
export async function followLink(studio: StudioActions, settings = settingsIn(location.hash)): Promise<void> {
  history.replaceState(null, "", addressOf(studio.state.step));
  try {
    const link = await studio.client.run("readSettings", { text: settings ?? "" });
    const bundled = /^bundled:(.*)$/.exec(link.data[0].source)?.[1];
    if (bundled) {
      studio.set({ link });
      return await studio.openSource({ kind: "bundled", name: bundled as BundledName });
    }
    if (studio.state.data) return take(studio, link);
    studio.set({ link, note: "The link holds settings, but no data. Open your data, and they are set." });
  } catch (error) {
    studio.set({ problem: { ...problemOf(error), remedies: [] } });
  }
}

/** Opens data as the link reads it; where that fails, as it is, which is said. */
export async function openWithLink(studio: StudioActions, source: Source, link: SelectPlan): Promise<void> {
  studio.set({ link: null });
  const reading = source.kind === "file" ? (link.data[0].reading ?? {}) : {};
  await studio.open({ source, reading });
  const { problem } = studio.state;
  if (problem && source.kind === "file") {
    await studio.open({ source, reading: {} });
    studio.complain(`The file cannot be read as the link says: ${problem.sentence} It was read as it is.`);
  }
  if (studio.state.data && studio.state.opening?.source === source) take(studio, link);
}

function take(studio: StudioActions, link: SelectPlan): void {
  const { plan, data } = studio.state;
  if (!plan || !data) return;
  studio.set({
    plan: linkPlan(plan, link, data),
    link: null,
    step: "choose",
    note: "Everything is set as in the link.",
  });
  studio.save();
}
