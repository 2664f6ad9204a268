import { findSelector, type Report, version } from "salience";
import type { Plan } from "../messages.js";
import type { Desk, Work } from "./desk.js";

/** The report of what lies on the desk. */
export async function compose(desk: Desk, _plan: Plan, _work: Work): Promise<Report> {
  const { data, selection } = desk;
  const { title } = findSelector(selection!.method);
  return {
    schema: "salience/report@1",
    title: `${title} on ${data.source.name}`,
    lead: [`${selection!.features.length} of ${data.features} features were picked.`],
    sections: [],
    command: null,
    version,
  };
}
