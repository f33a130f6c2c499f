import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { installedBrowser } from "./installed-browser";
import type { Run } from "./run";

/** Whether a browser is installed for the browser tests: the system's or Playwright's own. */
function hasBrowser(): boolean {
  return installedBrowser() !== undefined || existsSync(chromium.executablePath());
}

/** Installs a browser if none exists: Debian's as root, otherwise Playwright's own. Exit code 0 if one is available. */
export async function ensureBrowser(run: Run): Promise<number> {
  if (hasBrowser()) return 0;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    await run("apt-get", ["update", "-qq"], env);
    for (const name of ["chromium-headless-shell", "chromium"]) {
      await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], env);
      if (hasBrowser()) return 0;
    }
  }
  const playwright = "node_modules/@playwright/test/cli.js";
  return run(process.execPath, [playwright, "install", "chromium"], process.env);
}
