const key = "salience-theme";

/** What is shown now. */
export function currentTheme(): "light" | "dark" {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === "light" || chosen === "dark") return chosen;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Shows a theme and remembers it where the browser allows. */
export function setTheme(theme: "light" | "dark"): void {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(key, theme);
  } catch {
    // Pages opened from files may have no storage; the choice then lasts as long as the page.
  }
}

/** Shows the theme that was chosen last time. */
export function restoreTheme(): void {
  try {
    const chosen = localStorage.getItem(key);
    if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
  } catch {
    // As above.
  }
}
