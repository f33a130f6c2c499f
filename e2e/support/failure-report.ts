import type { BrowserContext } from "@playwright/test";

/** What went wrong in a browser without anybody looking: each as a line of text. */
export type Trouble = {
  /** Lines that no test expected. */
  unexpected: () => string[];
  /** From now on, lines that match are part of what the test does. */
  expect: (...patterns: RegExp[]) => void;
  watch: (context: BrowserContext) => void;
};

/** The browser's own line about a failed answer: the answer itself is noted with its address. */
const ABOUT_AN_ANSWER = /^Failed to load resource/;
/** A page that is left gives up what it was still fetching. */
const GIVEN_UP = /ERR_ABORTED/;

/** Notes console errors, errors of pages, failed requests and answers from 400 on. */
export function watchTrouble(): Trouble {
  const lines: string[] = [];
  const expected: RegExp[] = [];
  const watch = (context: BrowserContext) => {
    context.on("console", (message) => {
      if (message.type() !== "error" || ABOUT_AN_ANSWER.test(message.text())) return;
      lines.push(`console: ${message.text()} (${message.page()?.url()})`);
    });
    context.on("weberror", (error) => lines.push(`page error: ${error.error()}`));
    context.on("requestfailed", (request) => {
      const why = request.failure()?.errorText ?? "failed";
      if (!GIVEN_UP.test(why)) lines.push(`request: ${request.method()} ${request.url()} ${why}`);
    });
    context.on("response", (response) => {
      if (response.status() < 400) return;
      lines.push(`answer: ${response.request().method()} ${response.url()} ${response.status()}`);
    });
  };
  return {
    watch,
    expect: (...patterns) => expected.push(...patterns),
    unexpected: () => lines.filter((line) => !expected.some((pattern) => pattern.test(line))),
  };
}
