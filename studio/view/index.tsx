export { ReportView, type ReportViewProps } from "./report-view.js";
export { SectionView } from "./section-view.js";
