export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export const THEME_KEY = "drayboard.theme";

export function isTheme(text: string | null): text is Theme {
  return THEMES.some((theme) => theme === text);
}

/** Runs while the page is parsed, so that a chosen theme is there at the first paint. */
export const themeScript = `try{var t=localStorage.getItem("${THEME_KEY}");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch{}`;
