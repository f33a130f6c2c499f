import "./support/fixed-time";
import axe, { type RunOptions } from "axe-core";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { commands, page } from "vitest/browser";
import { SECTIONS } from "./sections";
import { api } from "./support/api";
import { dismissNotices } from "./support/notices";
import { asStored, differenceOf } from "./support/pictures";
import { type Section, type Theme, WIDE } from "./support/section";
import { type Shown, show } from "./support/stage";

declare module "vitest/browser" {
  /** Commands of vitest.gallery.config.ts. */
  interface BrowserCommands {
    writePicture: (path: string, content: string) => Promise<void>;
    readBaseline: (name: string) => Promise<string | null>;
    browserVersion: () => Promise<string>;
  }
}

declare module "vitest" {
  interface TaskMeta {
    /** The number of violations of a judged section and of its compared pictures. */
    gallery?: { violations: number; pictures: number };
  }
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => resolve(null)));

/** Waits until nothing changes in the page for three frames. */
async function untilUnchanged(): Promise<void> {
  let changed = true;
  const observer = new MutationObserver(() => {
    changed = true;
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  for (let quiet = 0; quiet < 3; quiet += 1) {
    changed = false;
    await nextFrame();
    if (changed) quiet = -1;
  }
  observer.disconnect();
}

/** The parts of a page that a section does not have. */
const PAGE_RULES = ["region", "page-has-heading-one", "landmark-one-main", "bypass", "heading-order"];

/** Dark changes only colors, so only they are judged again. */
const RULES_OF: Record<Theme, RunOptions> = {
  light: { rules: Object.fromEntries(PAGE_RULES.map((rule) => [rule, { enabled: false }])) },
  dark: { runOnly: { type: "rule", values: ["color-contrast"] } },
};

async function violationsIn(theme: Theme): Promise<string[]> {
  const { violations } = await axe.run(document, { ...RULES_OF[theme], resultTypes: ["violations"] });
  return violations.map(
    ({ id, nodes }) => `${theme}: ${id}: ${nodes.map(({ target }) => target.join(" ")).join(" | ")}`,
  );
}

type Judgement = { violations: string[]; difference: string | null; compared: boolean };

const UPDATE = import.meta.env.VITE_GALLERY === "update";
const SHORT = import.meta.env.VITE_GALLERY === "short";
let versionOfBaselines: string | null = null;
let version = "";

/** Compares a section's picture with its baseline. Returns the difference, null if there is none. */
async function comparePicture(section: Section, theme: Theme, shown: Shown): Promise<string | null> {
  if (section.height === undefined) {
    await page.viewport(section.width ?? WIDE, Math.ceil(shown.root.getBoundingClientRect().height));
    await untilUnchanged();
  }
  const name = `${section.id.replaceAll("/", "-")}-${theme}.webp`;
  const taken = await page.screenshot({ base64: true, save: false, element: document.documentElement });
  const picture = await asStored(taken);
  if (UPDATE) {
    await commands.writePicture(`e2e/gallery/baselines/${name}`, picture);
    return null;
  }
  const baseline = await commands.readBaseline(name);
  if (baseline === null) return `no baseline ${name}: npm run gallery -- --update`;
  const difference = await differenceOf(baseline, picture);
  if (difference === null) return null;
  await commands.writePicture(`test-results/gallery/${name}`, picture);
  if (difference.picture)
    await commands.writePicture(
      `test-results/gallery/${name.replace(".webp", "-difference.webp")}`,
      difference.picture,
    );
  return `${difference.text}: test-results/gallery/${name}`;
}

/** The number of files that share the sections, so that they are judged in parallel. */
const PARTS = 2;
const THEMES: readonly Theme[] = ["light", "dark"];

async function judgeIn(theme: Theme, section: Section, shown: Shown): Promise<Judgement> {
  document.documentElement.dataset.theme = theme;
  await untilUnchanged();
  const violations = await violationsIn(theme);
  const compared = !SHORT && (UPDATE || version === versionOfBaselines);
  const difference = compared ? await comparePicture(section, theme, shown) : null;
  return { violations, difference, compared };
}

/** Renders each of the sections of one part and judges it by axe, by what it logs and requests, and by its pictures. */
export function judgeSections(part: number): void {
  beforeAll(async () => {
    document.documentElement.lang = "en";
    document.title = "Gallery";
    version = await commands.browserVersion();
    const stored = await commands.readBaseline("browser-version.txt");
    versionOfBaselines = stored === null ? null : atob(stored).trim();
    if (UPDATE)
      await commands.writePicture("e2e/gallery/baselines/browser-version.txt", btoa(`${version}\n`));
    // Text must be in its own font in the first picture too.
    const fonts = ["400 13px Geist", "560 13px Geist", '520 13px "Geist Mono"'];
    await Promise.all(fonts.map((font) => document.fonts.load(font)));
  });
  for (const section of SECTIONS.filter((_, index) => index % PARTS === part))
    test(section.id, async ({ task }) => {
      const errors: string[] = [];
      const original = console.error;
      console.error = (...args: unknown[]) =>
        errors.push(`console: ${args.map(String).join(" ").slice(0, 300)}`);
      document.documentElement.dataset.theme = "light";
      await page.viewport(section.width ?? WIDE, section.height ?? 800);
      await dismissNotices();
      const shown = show(section.render(), section);
      onTestFinished(() => {
        console.error = original;
        shown.leave();
      });
      await untilUnchanged();
      await section.play?.(shown.root);
      const judged: Judgement[] = [];
      for (const theme of section.themes ?? THEMES) judged.push(await judgeIn(theme, section, shown));
      const violations = judged.flatMap((each) => each.violations);
      task.meta.gallery = {
        violations: violations.length,
        pictures: judged.filter(({ compared }) => compared).length,
      };
      expect([
        ...violations,
        ...judged.flatMap(({ difference }) => difference ?? []),
        ...errors,
        ...api.unknown().map((path) => `no response for ${path}`),
      ]).toEqual([]);
    });
}
