import { mkdir, stat } from "node:fs/promises";
import sharp from "sharp";
import { everyPage } from "@/e2e/pages/every-page";
import { PHONE } from "@/e2e/support/page-assertions";
import { expect, test } from "@/e2e/support/signed-in-page";

const FOLDER = "docs/images";
const MAX_BYTES = 250_000;
const WIDE = { width: 1440, height: 800 };
const PICTURES = [
  { name: "board", colorScheme: "light", viewport: WIDE },
  { name: "container", colorScheme: "light", viewport: WIDE },
  { name: "home", colorScheme: "dark", viewport: WIDE },
  { name: "board", colorScheme: "dark", viewport: WIDE },
  { name: "day-plan", colorScheme: "light", viewport: WIDE },
  { name: "settings-connection", colorScheme: "light", viewport: WIDE },
  { name: "board", colorScheme: "dark", viewport: PHONE },
] as const;

/** The pictures of the documents. Not a test: taken by `npm run docs:pictures` (e2e/pictures/run.ts). */
for (const { name, colorScheme, viewport } of PICTURES)
  test(`picture: ${name}, ${colorScheme}, ${viewport.width} px`, async ({ openDashboard }) => {
    await mkdir(FOLDER, { recursive: true });
    const page = await openDashboard({ colorScheme, viewport, reducedMotion: "reduce" });
    const path = (await everyPage()).find((each) => each.name === name)?.path;
    if (!path) throw new Error(`there is no page ${name}`);
    await page.goto(path);
    await expect(page.locator("[data-live=live]")).toContainText(/^Live/);
    await expect(page.locator(".skeleton")).toHaveCount(0);
    await page.evaluate(() => document.fonts.ready);
    const file = `${FOLDER}/${name}-${colorScheme}${viewport === PHONE ? "-phone" : ""}.png`;
    const picture = await page.screenshot({ animations: "disabled", caret: "hide" });
    // With a palette a picture has a third of the size.
    await sharp(picture).png({ palette: true, quality: 95, effort: 10 }).toFile(file);
    expect((await stat(file)).size, file).toBeLessThan(MAX_BYTES);
  });
