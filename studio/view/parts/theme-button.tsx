import { useState } from "preact/hooks";
import { currentTheme, setTheme } from "../theme.js";

/** Switches between light and dark. */
export function ThemeButton() {
  const [theme, show] = useState(currentTheme);
  const other = theme === "dark" ? "light" : "dark";
  const change = () => {
    setTheme(other);
    show(other);
  };
  return (
    <button type="button" class="sal-button sal-theme" onClick={change}>
      <span aria-hidden="true">{other === "dark" ? "☾" : "☀"}</span> {other === "dark" ? "Dark" : "Light"}
    </button>
  );
}
