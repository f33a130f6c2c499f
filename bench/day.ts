import { loadavg } from "node:os";
import { openReader } from "@/bench/board/reader";
import { Dispatchers, readVisibleRows } from "@/bench/day/browsing";
import { measureFirstLoad } from "@/bench/day/first-load";
import { ageMaps, countReceived, openDayFleet } from "@/bench/day/fleet";
import { Ledger } from "@/bench/day/ledger";
import { bundledPrograms } from "@/bench/faults/bundled-programs";
import { finalize } from "@/bench/faults/losses";
import { syncRunAtOnce, untilSyncRun } from "@/bench/faults/sync-runs";
import { compareWithTruth, summarise } from "@/bench/faults/truth";
import { openWorld } from "@/bench/faults/world";
import { openClients } from "@/bench/fresh/clients";
import { EMAIL } from "@/bench/harness/account";
import { openChildren } from "@/bench/harness/children";
import { runBenchmark } from "@/bench/harness/clean-up";
import { buildWhenNeeded } from "@/bench/harness/dashboard";
import { type Figure, figure, openResults, percentileFigures } from "@/bench/harness/figures";
import { readNumberOptions } from "@/bench/harness/number-options";
import { takenByChild } from "@/bench/harness/processes";
import { signIn } from "@/bench/harness/sign-in";
import { SMOKE, sized } from "@/bench/harness/smoke";
import { say, step } from "@/scripts/up/progress";

const DAY_HOURS = 10;
/** The day is divided into this many parts. Each has its share of page views and notifications. */
const PARTS = sized(20, 2);
const WORLD_DAYS = 45;
const GOALS_MB = { dashboard: 450, worker: 450 };
/** A 15-minute day takes twice as long on a machine with two shared cores. */
const TIMEOUT_MS = 7_200_000;
const DEFAULTS = sized(
  { containers: 10_000, dispatchers: 50, views: 500, notifications: 5_000, minutes: 15 },
  { containers: 60, dispatchers: 2, views: 2, notifications: 10, minutes: 0.02 },
);

function dayFigures(ledger: Ledger, views: number): Figure[] {
  const requests = (name: string, value: number, goal?: number) =>
    figure({ name, unit: "requests", value, goal });
  return [
    requests(`asked for ${views} page views, of containers and all others`, ledger.count("pages"), 0),
    requests(
      "asked by the worker: single records that notifications left out",
      ledger.count("single records"),
    ),
    requests("… lists, for reconciliation and for notifications that name nothing", ledger.count("lists")),
    requests("… party roles", ledger.count("party roles")),
    requests("… maps, each at most every six hours", ledger.count("maps")),
    requests("… positions of vessels, each at most every twelve hours", ledger.count("vessel positions")),
    requests("… webhook and its deliveries", ledger.count("webhook and its deliveries")),
    requests("… what the account may do", ledger.count("what the account may do")),
    requests("answered 429", ledger.answered(429), 0),
  ];
}

/**
 * `npm run bench:day [-- --containers N --dispatchers N --views N --notifications N --minutes N]`: the first load of an
 * account, its worker killed in the middle, then a day's work of dispatchers who open pages while notifications
 * arrive, ten hours in so many minutes. Production build, real service, real worker; requests to the service are
 * counted by caller and purpose. Prints a table and writes `bench/results/day.json`.
 */
await runBenchmark(TIMEOUT_MS, async (onEnd) => {
  const { sizes, isUsual } = readNumberOptions(DEFAULTS);
  const { containers, dispatchers, views, notifications, minutes } = sizes;
  const results = await openResults({ name: isUsual ? "day" : "day-short", onEnd });
  const [load = 0] = loadavg();
  await results.add(figure({ name: "the machine's load before", unit: "", value: load }));

  const children = openChildren();
  await step("Building the dashboard", () => buildWhenNeeded(children));
  const programs = await bundledPrograms(false, onEnd);
  const from = new Date(Date.now() - WORLD_DAYS * 86_400_000);
  const ledger = new Ledger();
  const fleet = await step(`Starting, the service with ${containers} containers`, () =>
    openDayFleet({ containers, from, programs, ledger }, onEnd),
  );
  const first = await step("Loading for the first time", () => measureFirstLoad(fleet, ledger, containers));
  for (const line of summarise(first.differences)) say(`  ${line}`);
  await results.add(...first.figures);

  // The request limit cannot be set high enough for a day of only a few seconds.
  const factor = sized((DAY_HOURS * 60) / minutes, 10);
  await step("Starting again, faster", () => fleet.goFaster(factor));
  const baseUrl = fleet.dashboardUrls[0] ?? fleet.publicUrl;
  const session = await signIn(fleet.publicUrl, EMAIL, fleet.password);
  const reader = openReader(baseUrl, session);
  await openClients(onEnd, `${baseUrl}/api/live`, dispatchers, reader.headers.cookie);
  const users = new Dispatchers(reader, await readVisibleRows(reader), dispatchers);
  onEnd(() => users.close());
  const world = await openWorld(fleet.store, from);
  onEnd(() => world.close());
  ledger.clear();
  const receivedBefore = await countReceived(fleet);

  const begun = Date.now();
  await step(`A day's work: ${dispatchers} dispatchers, ${views} page views each`, async () => {
    let reported = 0;
    const reportUntil = async (due: number) => {
      if (due > reported) reported += await world.report(due - reported);
    };
    for (let part = 1; part <= PARTS; part += 1) {
      await Promise.all([
        users.browse(Math.ceil(views / PARTS), (minutes * 60_000) / PARTS),
        reportUntil(Math.round((part * notifications) / PARTS)),
      ]);
      await ageMaps(fleet, DAY_HOURS / PARTS);
    }
  });
  const dayMinutes = (Date.now() - begun) / 60_000;
  await finalize(fleet);
  const duringDay = dayFigures(ledger, users.seen.views);
  const received = (await countReceived(fleet)) - receivedBefore;
  ledger.clear();
  await (SMOKE ? syncRunAtOnce(programs.round) : untilSyncRun)(fleet);
  await finalize(fleet);
  const differences = await compareWithTruth(fleet.dashboard.db, fleet.store);
  for (const line of summarise(differences)) say(`  ${line}`);

  for (const other of users.seen.others.slice(0, 20)) say(`  answered other than 200: ${other}`);
  const memory = (name: keyof typeof GOALS_MB, message: string) =>
    figure({
      name: `${name}, largest resident memory`,
      unit: "MB",
      value: takenByChild(message).peakMb,
      goal: GOALS_MB[name],
    });
  await results.add(
    figure({ name: "the day: page views", unit: "", value: users.seen.views }),
    figure({ name: "… requests to the dashboard for them", unit: "requests", value: users.seen.responses }),
    figure({
      name: "… answered other than 200",
      unit: "requests",
      value: users.seen.others.length,
      goal: 0,
    }),
    ...percentileFigures("… page whole, on a machine that does all of this", users.seen.pageMs),
    figure({ name: "the day: notifications received", unit: "", value: received }),
    ...duringDay,
    figure({ name: "a round of reconciliation after it", unit: "requests", value: ledger.count("lists") }),
    figure({
      name: "fields other than the service's after it",
      unit: "",
      value: differences.length,
      goal: 0,
    }),
    memory("dashboard", "next"),
    memory("worker", "worker.ts"),
    figure({ name: "ten hours went by in", unit: "min", value: dayMinutes }),
  );
  await results.finish(`A day's work on ${containers} containers`);
});
