import { mkdir, stat } from "node:fs/promises";
import { expect, test } from "./desk";
import { everyPage } from "./pages/every-page";

const FOLDER = "docs/images";
const LARGEST_BYTES = 250_000;
const SCREENS = [
  { width: 1440, height: 840, ending: "" },
  { width: 360, height: 740, ending: "-phone" },
] as const;

/** Pictures of every page for README and docs; not a test, made with SCREENSHOTS=1. */
for (const colorScheme of ["light", "dark"] as const)
  for (const { width, height, ending } of SCREENS)
    test(`pictures of every page: ${colorScheme}, ${width} px`, async ({ openDesk }) => {
      test.setTimeout(90_000);
      await mkdir(FOLDER, { recursive: true });
      const viewport = { width, height };
      const page = await openDesk({ colorScheme, viewport, reducedMotion: "reduce" });
      const stranger = await openDesk({ colorScheme, viewport, signedOut: true });
      const views = [
        ...(await everyPage()).map((view) => ({ ...view, by: page })),
        { name: "sign-in", path: "/sign-in", by: stranger },
      ];
      for (const { name, path, by } of views) {
        await by.goto(path);
        if (by === page) await expect(page.locator("[data-live=live]")).toContainText(/^Live/);
        await by.evaluate(() => document.fonts.ready);
        const file = `${FOLDER}/${name}-${colorScheme}${ending}.png`;
        await by.screenshot({ path: file, animations: "disabled", caret: "hide" });
        expect((await stat(file)).size, file).toBeLessThan(LARGEST_BYTES);
      }
    });
