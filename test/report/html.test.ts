import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { reportHtml } from "../../src/report/html.js";
import type { Report } from "../../src/report/report.js";

const report: Report = {
  schema: "salience/report@2",
  title: "</title><script>alert(1)</script>",
  lead: ["<b>bold</b>"],
  sections: [
    { kind: "notes", id: "n", title: "n", tone: "plain", paragraphs: ["</script>\u2028\u2029<!--<script>"] },
  ],
  command: null,
  version: "0.1.0",
};

test("nothing of the data gets out of its place, and only the view's script may run", () => {
  const script = "void 0;";
  const html = reportHtml(report, { script, style: "p{}" });
  expect(html).toContain(`script-src 'sha256-${createHash("sha256").update(script).digest("base64")}'`);
  expect(html.match(/<script/g)).toHaveLength(2);
  expect(html.match(/<\/script>/g)).toHaveLength(2);
  expect(html).not.toMatch(/[\u2028\u2029]/);
  const data = /<script type="application\/json" id="salience-report">(.*)<\/script>\n<script>/.exec(
    html,
  )?.[1];
  expect(JSON.parse(data ?? "")).toEqual(report);
});

test("the same report gives the same bytes, and a script that would end its element is refused", () => {
  const assets = { script: "void 0;", style: "p{}" };
  expect(reportHtml(report, assets)).toBe(reportHtml(report, assets));
  expect(() => reportHtml(report, { ...assets, script: '"</script>"' })).toThrow("closing tag");
});
