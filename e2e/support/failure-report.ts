import type { BrowserContext, ConsoleMessage, Request, Response, WebError } from "@playwright/test";

/** Unexpected failures in a browser, each as a line of text. */
export type ExpectedProblems = {
  /** Lines that the test did not expect. */
  unexpected: () => string[];
  /** Declares patterns for failures that the test expects from now on. */
  expect: (...patterns: RegExp[]) => void;
  /** Records the failures of a browser until the returned function is called. */
  watch: (context: BrowserContext) => () => void;
};

/** The browser's own message about a failed response. The response itself is recorded with its URL. */
const ABOUT_AN_ANSWER = /^Failed to load resource/;
/** Leaving a page aborts its requests. */
const GIVEN_UP = /ERR_ABORTED/;

/** Records console errors, page errors, failed requests and responses with a status of 400 or more. */
export function watchProblems(): ExpectedProblems {
  const lines: string[] = [];
  const expected: RegExp[] = [];
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() !== "error" || ABOUT_AN_ANSWER.test(message.text())) return;
    lines.push(`console: ${message.text()} (${message.page()?.url()})`);
  };
  const onError = (error: WebError) => {
    lines.push(`page error: ${error.error()}`);
  };
  const onFailed = (request: Request) => {
    const reason = request.failure()?.errorText ?? "failed";
    if (!GIVEN_UP.test(reason)) lines.push(`request: ${request.method()} ${request.url()} ${reason}`);
  };
  const onResponse = (response: Response) => {
    if (response.status() < 400) return;
    lines.push(`answer: ${response.request().method()} ${response.url()} ${response.status()}`);
  };
  const watch = (context: BrowserContext) => {
    context.on("console", onConsole);
    context.on("weberror", onError);
    context.on("requestfailed", onFailed);
    context.on("response", onResponse);
    return () => {
      context.off("console", onConsole);
      context.off("weberror", onError);
      context.off("requestfailed", onFailed);
      context.off("response", onResponse);
    };
  };
  return {
    watch,
    expect: (...patterns) => expected.push(...patterns),
    unexpected: () => lines.filter((line) => !expected.some((pattern) => pattern.test(line))),
  };
}
