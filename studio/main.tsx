import { render } from "preact";
import "./style/index.css";
import { App } from "./app/app.js";

render(<App />, document.getElementById("app")!);
