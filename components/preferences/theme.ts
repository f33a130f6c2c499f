import { THEMES, type Theme } from "@/lib/features/preferences/rules";

export const THEME_KEY = "drayboard.theme";

export function isTheme(text: string | null): text is Theme {
  return THEMES.some((theme) => theme === text);
}

/** Runs while the page is parsed, so that the chosen theme applies to the first paint. */
export const themeScript = `try{var t=localStorage.getItem("${THEME_KEY}");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch{}`;

/** The last theme used in this browser. "system" if none was stored. */
export function copiedTheme(): Theme {
  try {
    const copy = localStorage.getItem(THEME_KEY);
    return isTheme(copy) ? copy : "system";
  } catch {
    return "system";
  }
}

/** Applies a theme now, and to the next first paint in this browser. */
export function showTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (copiedTheme() !== theme) localStorage.setItem(THEME_KEY, theme);
  } catch {
    // A browser without storage starts with the system theme and switches once the dashboard's response arrives.
  }
}
