import { watchProblems } from "@/e2e/support/failure-report";
import { expect, test } from "@/e2e/support/signed-in-page";

test("every failure in a browser is detected", async ({ browser, system }) => {
  const failure = watchProblems();
  const context = await browser.newContext({ baseURL: system.url });
  failure.watch(context);
  const page = await context.newPage();
  await page.route("**/nobody", (route) => route.abort("connectionrefused"));
  await page.goto("/sign-in");
  expect(failure.unexpected()).toEqual([]);
  await page.evaluate(async () => {
    console.error("a planted console error");
    setTimeout(() => {
      throw new Error("a planted page error");
    });
    await fetch("/api/board");
    await fetch("/nobody").catch(() => undefined);
  });
  await expect
    .poll(() => failure.unexpected())
    .toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^console: a planted console error/),
        expect.stringMatching(/^page error: Error: a planted page error/),
        expect.stringMatching(/^answer: GET .*\/api\/board 401$/),
        expect.stringMatching(/^request: GET .*\/nobody net::ERR_CONNECTION_REFUSED$/),
      ]),
    );
  failure.expect(/./);
  expect(failure.unexpected()).toEqual([]);
  await context.close();
});
