export { ProgressReporter } from "../data/progress-reporter.js";
