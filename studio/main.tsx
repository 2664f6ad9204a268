import { render } from "preact";
import "./style/index.css";
import { App } from "./app/app.js";
import { restoreTheme } from "./view/theme.js";

restoreTheme();
render(<App />, document.getElementById("app")!);
