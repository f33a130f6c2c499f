import { openBrowser, openWindow } from "@/bench/harness/browser";
import type { Undo } from "@/bench/harness/clean-up";
import { signIn } from "@/bench/harness/sign-in";
import type { RunningSystem } from "@/e2e/system/running-system";
import { until } from "./prometheus";
import type { Check } from "./scrape-checks";
import { pathTo, type startTraceReceiver } from "./trace-receiver";

/** Spans are sent every five seconds. */
const EXPORT_MS = 30_000;

/** Runs a server action in a browser, and checks its trace down to the requests to the tracking service. */
export async function checkTraces(
  { url, email, password }: RunningSystem,
  receiver: Awaited<ReturnType<typeof startTraceReceiver>>,
  onEnd: (undo: Undo) => void,
): Promise<Check[]> {
  const browser = await openBrowser(onEnd);
  const window = await openWindow(browser, url, await signIn(url, email, password));
  const page = await window.newPage();
  await page.goto("/settings/plan");
  await page.getByRole("button", { name: "Check again" }).click();
  const found = () =>
    receiver.spans
      .filter(({ name, program }) => program === "drayboard-dashboard" && name.startsWith("upstream "))
      .map((span) => pathTo(receiver.spans, span).map(({ name }) => name))
      .find((names) => names.includes("server action") && names.includes("command"));
  await until("the trace of a server action arrives", EXPORT_MS, async () => found() !== undefined);
  await until("the worker's traces arrive", EXPORT_MS, async () =>
    receiver.spans.some(({ program }) => program === "drayboard-worker"),
  );
  const sent = receiver.texts.join("\n");
  const secrets = [email, password, "http.target", "http.url", "127.0.0.1"].filter((text) =>
    sent.includes(text),
  );
  return [
    { name: `a trace goes ${found()?.join(" → ")}`, problem: null },
    {
      name: "no trace has an address, a user or a URL",
      problem: secrets.length === 0 ? null : secrets.join(),
    },
  ];
}
