import { loadavg } from "node:os";
import { openReader } from "@/bench/board/reader";
import { Dispatchers, readVisibleRows } from "@/bench/day/browsing";
import { countReceived, openDayFleet } from "@/bench/day/fleet";
import { Ledger } from "@/bench/day/ledger";
import { chooseBoards, openBoards, signInUsers } from "@/bench/fanout/open-boards";
import { bundledPrograms } from "@/bench/faults/bundled-programs";
import { finalize } from "@/bench/faults/losses";
import { syncRunAtOnce, untilLoaded, untilSyncRun } from "@/bench/faults/sync-runs";
import { compareWithTruth, summarise } from "@/bench/faults/truth";
import { openWorld } from "@/bench/faults/world";
import { EMAIL } from "@/bench/harness/account";
import { openChildren } from "@/bench/harness/children";
import { runBenchmark } from "@/bench/harness/clean-up";
import { buildWhenNeeded } from "@/bench/harness/dashboard";
import { alignColumns, figure, openResults, percentile } from "@/bench/harness/figures";
import { readNumberOptions } from "@/bench/harness/number-options";
import { signIn } from "@/bench/harness/sign-in";
import { SMOKE, sized } from "@/bench/harness/smoke";
import { reportHeaps, sampleTable } from "@/bench/soak/samples";
import { fifthOf, judge, seriesOf, verdictFigures, verdictLine } from "@/bench/soak/verdicts";
import { Wallboards } from "@/bench/soak/wallboards";
import { ACCELERATION, live, untilQuiet } from "@/bench/soak/week";
import { say, step } from "@/scripts/up/progress";

const WORLD_DAYS = 45;
const TABLE_LINES = 12;
/** Loading, waiting for the worker and comparing at the end take this long at most. */
const AROUND_MS = 2_700_000;
const DEFAULTS = sized(
  {
    minutes: 60,
    containers: 10_000,
    dispatchers: 50,
    wallboards: 5,
    boards: 200,
    views: 4,
    notifications: 300,
  },
  { minutes: 0.07, containers: 60, dispatchers: 2, wallboards: 1, boards: 3, views: 60, notifications: 600 },
);
const { sizes, isUsual } = readNumberOptions(DEFAULTS);
const { minutes, containers, dispatchers, wallboards, boards, views, notifications } = sizes;

/**
 * `npm run bench:soak [-- --minutes N --containers N --dispatchers N --wallboards N --boards N --views N --notifications N]`:
 * the whole system for an hour in which a week goes by. Dispatchers open pages (`--views` of each a minute), wallboards
 * and open boards are shown, the service reports changes (`--notifications` a minute, 18,000 in the hour). Two cores
 * cannot show as many pages as a week has. Prints memory, open files and connections of each process and the lag of the
 * inbox at several times, and whether each stayed flat: the last fifth of the run compared with the second, which is
 * the floor. Writes `bench/results/soak.json` (`soak-short.json` for other sizes). Fails when a response was other than
 * 200, a process ended or a field differs from the service at the end.
 */
await runBenchmark(minutes * 120_000 + AROUND_MS, async (onEnd) => {
  const results = await openResults({ name: isUsual ? "soak" : "soak-short", onEnd });
  const [load = 0] = loadavg();
  await results.add(figure({ name: "the machine's load before", unit: "", value: load }));

  await step("Building the dashboard", () => buildWhenNeeded(openChildren()));
  const bundled = await bundledPrograms(false, onEnd);
  const heaps = await reportHeaps(bundled, onEnd);
  const from = new Date(Date.now() - WORLD_DAYS * 86_400_000);
  const ledger = new Ledger();
  const fleet = await step(`Starting, the service with ${containers} containers`, () =>
    openDayFleet({ containers, from, programs: heaps.programs, ledger }, onEnd),
  );
  await step("Loading for the first time", async () => {
    await fleet.goFaster(ACCELERATION);
    await untilLoaded(fleet);
    if (!SMOKE) await untilQuiet(ledger);
  });

  const { db } = fleet.dashboard;
  const baseUrl = fleet.dashboardUrls[0] ?? fleet.publicUrl;
  const reader = openReader(baseUrl, await signIn(baseUrl, EMAIL, fleet.password));
  const cookies = await step(`Signing ${dispatchers} dispatchers in`, () =>
    signInUsers(db, baseUrl, fleet.password, dispatchers),
  );
  const open = await openBoards(onEnd, await chooseBoards(reader, boards), {
    ...{ pushed: true, recorded: false, baseUrls: [baseUrl], cookies },
  });
  const walls = await Wallboards.open(db, baseUrl, wallboards);
  const users = new Dispatchers(reader, await readVisibleRows(reader), dispatchers);
  onEnd(() => users.close());
  const world = await openWorld(fleet.store, from);
  onEnd(() => world.close());
  ledger.clear();
  const receivedBefore = await countReceived(fleet);

  let nextLine = 0;
  const samples = await step(`Living for ${minutes} minutes`, () =>
    live({
      ...{ fleet, users, world, minutes, views, notifications, heapFolder: heaps.folder, wallboards: walls },
      onSample(sample) {
        if (sample.minute < nextLine) return;
        nextLine += minutes / TABLE_LINES;
        say(`  ${JSON.stringify(sample)}`);
      },
    }),
  );
  const report = await open.report();
  await open.close();
  await finalize(fleet);
  const received = (await countReceived(fleet)) - receivedBefore;
  await (SMOKE ? syncRunAtOnce(bundled.round) : untilSyncRun)(fleet);
  await finalize(fleet);
  const differences = await step("Comparing with the service", () => compareWithTruth(db, fleet.store));
  for (const line of summarise(differences)) say(`  ${line}`);

  say(`\nMB, counts\n${alignColumns(sampleTable(samples, TABLE_LINES))}\n`);
  const verdicts = seriesOf(samples).map(judge);
  for (const verdict of verdicts) say(verdictLine(verdict));

  const others = [...users.seen.others, ...walls.others, ...report.others];
  for (const other of others.slice(0, 20)) say(`  answered other than 200: ${other}`);
  const ends = fleet.members.flatMap((member) => member.ownEnds().map((text) => `${member.name}: ${text}`));
  const plain = (name: string, value: number, unit = "", goal?: number) =>
    figure({ name, unit, value, goal });
  const pageTime = (share: number) =>
    figure({
      name: `page whole, p${share * 100} of the last fifth (floor: of the second)`,
      unit: "ms",
      value: percentile(fifthOf(users.seen.pageMs, 4), share),
      floor: percentile(fifthOf(users.seen.pageMs, 1), share),
    });
  await results.add(
    plain("lived", minutes, "min"),
    plain("… of simulated life", (minutes * ACCELERATION) / 60, "h"),
    plain("page views", users.seen.views),
    plain("reads of the wallboards", walls.reads),
    plain("requests of the boards", report.requests),
    plain("messages to one board", report.messages),
    plain("notifications received", received),
    plain("streams that ended and were opened again", report.reconnects),
    plain("requests to the service", ledger.total),
    plain("… answered 429", ledger.answered(429), "", 0),
    plain("responses other than 200", others.length, "", 0),
    plain("processes that ended by themselves", ends.length, "", 0),
    plain("fields other than the service's at the end", differences.length, "", 0),
    pageTime(0.5),
    pageTime(0.95),
    ...verdicts.flatMap(verdictFigures),
    plain("database, growth from the second fifth to the end", databaseGrowth(samples), "MB"),
    plain("series that did not stay flat", verdicts.filter(({ isFlat }) => !isFlat).length),
  );
  await results.finish(`A soak of ${minutes} minutes on ${containers} containers, ${boards} boards open`);
  const failures = [
    others.length > 0 ? `${others.length} responses other than 200` : "",
    ends.length > 0 ? `processes ended by themselves:\n${ends.join("\n")}` : "",
    differences.length > 0 ? `${differences.length} fields differ from the service` : "",
  ].filter((text) => text !== "");
  if (failures.length > 0) throw new Error(failures.join("; "));
});

function databaseGrowth(samples: readonly { databaseMb: number }[]): number {
  const second = fifthOf(samples, 1)[0]?.databaseMb ?? 0;
  return (samples.at(-1)?.databaseMb ?? 0) - second;
}
