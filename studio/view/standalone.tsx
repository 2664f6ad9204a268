import "./style/view.css";
import { render } from "preact";
import type { Report } from "../../src/report/report.js";
import { ReportView } from "./index.js";
import { restoreTheme } from "./theme.js";

restoreTheme();
const data = document.getElementById("salience-report");
const place = document.getElementById("salience-view");
if (data && place) render(<ReportView report={JSON.parse(data.textContent ?? "") as Report} />, place);
