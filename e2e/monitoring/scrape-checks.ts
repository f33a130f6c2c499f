import { z } from "zod";
import { signIn } from "@/bench/harness/sign-in";
import type { RunningSystem } from "@/e2e/system/running-system";
import { readMetrics, type Series } from "./read-metrics";
import { SERIES_BY_JOB } from "./series";
import type { MonitoringSettings } from "./settings";

/** One check with its result; `problem` is null when it holds. */
export type Check = { name: string; problem: string | null };

const check = (name: string, holds: boolean, problem: string): Check => ({
  name,
  problem: holds ? null : problem,
});

/** URLs with values that must not become labels. */
const PRIVATE = [
  "/containers/MSKU1234565",
  "/share/a-secret-token-in-a-url",
  "/find?q=MSKU1234565",
  "/no/such/page",
];
const CONTAINER_NUMBER = /\b[A-Z]{3}[UJZ]\d{7}\b/;

async function scrape(url: string, token: string | null): Promise<{ status: number; text: string }> {
  const response = await fetch(url, token === null ? {} : { headers: { authorization: `Bearer ${token}` } });
  return { status: response.status, text: await response.text() };
}

const PAGE = z.object({ process: z.object({ slowestRoutes: z.array(z.object({ name: z.string() })) }) });

/** Uses the dashboard, so that there is something to count, and checks what Settings → System then shows. */
async function checkSystemPage({ url, email, password }: RunningSystem): Promise<Check[]> {
  const session = await signIn(url, email, password);
  const request = (path: string) =>
    fetch(`${url}${path}`, { headers: { cookie: `${session.name}=${session.value}` } });
  for (const path of ["/board", "/api/board", ...PRIVATE]) await (await request(path)).arrayBuffer();
  const page = await request("/settings/system");
  const html = await page.text();
  const { slowestRoutes } = PAGE.parse(await (await request("/api/settings/system")).json()).process;
  return [
    check("Settings → System opens", page.ok && html.includes("Slowest routes"), `got ${page.status}`),
    check(
      "Settings → System lists routes as patterns",
      slowestRoutes.length > 0 && slowestRoutes.every(({ name }) => !CONTAINER_NUMBER.test(name)),
      slowestRoutes.map(({ name }) => name).join(),
    ),
  ];
}

function checkSeries(job: string, series: readonly Series[]): Check[] {
  const names = new Set(series.map(({ name }) => name));
  const missing = (SERIES_BY_JOB[job] ?? []).filter((name) => !names.has(name));
  return [
    check(
      `${job} serves its ${SERIES_BY_JOB[job]?.length} series`,
      missing.length === 0,
      `missing: ${missing}`,
    ),
  ];
}

function checkLabels(series: readonly Series[], text: string, system: RunningSystem, token: string): Check[] {
  const routes = new Set(series.flatMap(({ labels }) => labels.route ?? []));
  const secrets = [system.email, system.password, token, "a-secret-token-in-a-url"];
  const found = secrets.filter((secret) => text.includes(secret));
  const expected = ["/board", "/api/board", "/containers/[id]", "/share/[token]", "/find", "other"];
  const missing = expected.filter((route) => !routes.has(route));
  return [
    check(
      "routes are patterns",
      missing.length === 0,
      `missing: ${missing}, found: ${[...routes].join(" ")}`,
    ),
    check(
      "no secret, address or number is in a label",
      found.length === 0 && !CONTAINER_NUMBER.test(text),
      "found",
    ),
  ];
}

/** Scrapes both processes over HTTP and reads what they serve, without Prometheus. */
export async function checkScrapes(system: RunningSystem, settings: MonitoringSettings): Promise<Check[]> {
  const { METRICS_PORT, WORKER_METRICS_PORT, METRICS_TOKEN: token } = settings;
  const urls = {
    "drayboard-dashboard": `http://127.0.0.1:${METRICS_PORT}/metrics`,
    "drayboard-worker": `http://127.0.0.1:${WORKER_METRICS_PORT}/metrics`,
  };
  const checks = await checkSystemPage(system);
  const onOwnPort = await scrape(`${system.url}/metrics`, token);
  checks.push(
    check(
      "the dashboard’s own port serves no metrics while METRICS_PORT is set",
      !onOwnPort.text.includes("drayboard_"),
      `got ${onOwnPort.status}`,
    ),
  );
  for (const [name, url] of Object.entries(urls)) {
    const refused = [(await scrape(url, null)).status, (await scrape(url, `${token}x`)).status];
    const { status, text } = await scrape(url, token);
    checks.push(
      check(
        `${name} refuses a scrape without the token`,
        refused.join() === "404,404",
        `got ${refused.join()}`,
      ),
      check(`${name} accepts the token`, status === 200, `got ${status}`),
    );
    if (status !== 200) continue;
    const series = readMetrics(text);
    if (name in SERIES_BY_JOB) checks.push(...checkSeries(name, series));
    if (name !== "drayboard-worker") checks.push(...checkLabels(series, text, system, token));
  }
  return checks;
}
