import type { BrowserContext } from "@playwright/test";

/** Unexpected failures in a browser, each as a line of text. */
export type ExpectedProblems = {
  /** Lines that the test did not expect. */
  unexpected: () => string[];
  /** Declares patterns for failures that the test expects from now on. */
  expect: (...patterns: RegExp[]) => void;
  watch: (context: BrowserContext) => void;
};

/** The browser's own message about a failed response. The response itself is recorded with its URL. */
const ABOUT_AN_ANSWER = /^Failed to load resource/;
/** Leaving a page aborts its requests. */
const GIVEN_UP = /ERR_ABORTED/;

/** Records console errors, page errors, failed requests and responses with a status of 400 or more. */
export function watchProblems(): ExpectedProblems {
  const lines: string[] = [];
  const expected: RegExp[] = [];
  const watch = (context: BrowserContext) => {
    context.on("console", (message) => {
      if (message.type() !== "error" || ABOUT_AN_ANSWER.test(message.text())) return;
      lines.push(`console: ${message.text()} (${message.page()?.url()})`);
    });
    context.on("weberror", (error) => lines.push(`page error: ${error.error()}`));
    context.on("requestfailed", (request) => {
      const reason = request.failure()?.errorText ?? "failed";
      if (!GIVEN_UP.test(reason)) lines.push(`request: ${request.method()} ${request.url()} ${reason}`);
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
