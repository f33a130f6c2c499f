import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineBrowserCommand, playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { BROWSER_ARGS, installedBrowser } from "./scripts/test/installed-browser";

const root = fileURLToPath(new URL("./", import.meta.url));
const here = (path: string) => join(root, "e2e/gallery", path);

/** Writes a picture (base64). Only below the folders of baselines and test results. */
const writePicture = defineBrowserCommand<[path: string, content: string]>(async (_, path, content) => {
  if (!/^(?:e2e\/gallery\/baselines|test-results\/gallery)\/[\w./-]+$/.test(path) || path.includes(".."))
    throw new Error(`no place for pictures: ${path}`);
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), Buffer.from(content, "base64"));
});

/** A baseline (base64), null if there is none. */
const readBaseline = defineBrowserCommand<[name: string]>(async (_, name) => {
  try {
    return (await readFile(here(join("baselines", name)))).toString("base64");
  } catch {
    return null;
  }
});

/** The version of the browser in use, and whether it is the headless form, which draws text differently. */
const browserVersion = defineBrowserCommand<[]>(async ({ context }) => {
  const version = context.browser()?.version() ?? "unknown";
  return installedBrowser()?.endsWith("headless-shell") ? `${version} headless shell` : version;
});

/** Component tests and the gallery: components rendered in the system's Chromium, without Next or a database. */
export default defineConfig({
  root,
  cacheDir: join(root, ".cache/gallery"),
  // Vite reads no settings file of the dashboard.
  envDir: false,
  resolve: {
    alias: [
      ...["navigation", "link", "dynamic", "form"].map((name) => ({
        find: `next/${name}`,
        replacement: here(`stand-ins/${name}`),
      })),
      { find: /^@\//, replacement: root },
    ],
  },
  // Packages are bundled once, before the first test. One found later would reload the page during a test.
  optimizeDeps: { entries: ["e2e/gallery/**/*.{ts,tsx}", "components/**/*.tsx"], include: ["axe-core"] },
  server: { host: "127.0.0.1" },
  test: {
    include: ["e2e/gallery/**/*.browser.{ts,tsx}"],
    testTimeout: 60_000,
    // Test machines are shared. Slow results are accepted, missing results are failures.
    expect: { poll: { timeout: 20_000 } },
    reporters: ["default"],
    browser: {
      enabled: true,
      headless: true,
      api: { host: "127.0.0.1" },
      screenshotFailures: false,
      commands: { writePicture, readBaseline, browserVersion },
      provider: playwright({
        launchOptions: {
          executablePath: installedBrowser(),
          args: [...BROWSER_ARGS, "--force-color-profile=srgb", "--font-render-hinting=none"],
        },
        contextOptions: {
          locale: "en-US",
          timezoneId: "America/Los_Angeles",
          reducedMotion: "reduce",
          deviceScaleFactor: 1,
        },
      }),
      instances: [{ browser: "chromium" }],
    },
  },
});
