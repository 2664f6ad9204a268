import type { SelectPlan } from "salience/internal";
import { type StepName, steps } from "./state.js";

/** The part of an address after which a link keeps its settings. */
const settingsMark = "?settings=";

/** The address of a step, as it stands after the page's own. */
export const addressOf = (step: StepName): string => `#/${step}`;

/** The step that an address names; null where it names none. */
export function stepIn(hash: string): StepName | null {
  const [name] = hash.replace(/^#\//, "").split("?");
  return hash.startsWith("#/") ? (steps.find((step) => step === name) ?? null) : null;
}

/**
 * A link that sets everything as in this plan. It holds no data: neither values nor the name of a file, and not what files say
 * about features.
 */
export function settingsLink(page: string, plan: SelectPlan): string {
  const { costs: _c, costsFile: _f, featureGroups: _g, featureGroupsFile: _n, ...select } = plan.select;
  const [{ source, reading }] = plan.data;
  const { labels: _l, labelColumn: _k, labelSheet: _s, join: _j, ...kept } = reading ?? {};
  const shared: SelectPlan = {
    ...plan,
    data: [{ source: source.startsWith("bundled:") ? source : "data", reading: kept }],
    select,
  };
  const bytes = new TextEncoder().encode(JSON.stringify(shared));
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  const safe = text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return `${page.split("#")[0]}${addressOf("choose")}${settingsMark}${safe}`;
}

/** The settings in an address, as text that is still to be checked; null where there are none. */
export function settingsIn(hash: string): string | null {
  const at = hash.indexOf(settingsMark);
  if (at < 0) return null;
  try {
    const text = hash
      .slice(at + settingsMark.length)
      .replaceAll("-", "+")
      .replaceAll("_", "/");
    return new TextDecoder().decode(Uint8Array.from(atob(text), (one) => one.charCodeAt(0)));
  } catch {
    return "";
  }
}
