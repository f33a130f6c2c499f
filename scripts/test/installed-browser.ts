import { existsSync } from "node:fs";

/** The headless form comes first. It opens no window, and the pages are the same. */
const INSTALLED = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** The system's browser, if there is one. */
export const installedBrowser = (): string | undefined => INSTALLED.find((path) => existsSync(path));

/** Prevents a browser under test from connecting to anything but the page's server. */
export const BROWSER_ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
