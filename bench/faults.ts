import { parseArgs } from "node:util";
import { say } from "@/scripts/up/progress";
import { bundledPrograms } from "./faults/bundled-programs";
import { killAndCompare } from "./faults/kill-run";
import { roundAtOnce, untilRound } from "./faults/rounds";
import { summarise } from "./faults/truth";
import { runBenchmark } from "./harness/clean-up";

await runBenchmark(3_600_000, async (onEnd) => {
  const { values } = parseArgs({
    options: {
      seed: { type: "string" },
      thin: { type: "boolean", default: false },
      notifications: { type: "string", default: "20000" },
      kills: { type: "string", default: "50" },
      window: { type: "string", default: "60000" },
      containers: { type: "string", default: "1000" },
      days: { type: "string", default: "45" },
      rate: { type: "string", default: "200" },
    },
  });
  const programs = await bundledPrograms(values.thin, onEnd);
  const result = await killAndCompare(
    {
      seed: Number(values.seed ?? 1),
      notifications: Number(values.notifications),
      kills: Number(values.kills),
      mostKills: 3 * Number(values.kills),
      windowMs: Number(values.window),
      containers: Number(values.containers),
      days: Number(values.days),
      perSecond: Number(values.rate),
      programs,
      leastUp: 4,
      round: values.thin ? roundAtOnce(programs.round) : untilRound,
      say,
    },
    onEnd,
  );
  const { before, after, history, losses, ...rest } = result;
  say(JSON.stringify(rest, null, 1));
  say(`before the round ${before.length}`);
  for (const line of summarise(before)) say(`  ${line}`);
  say(`after the round ${after.length}`);
  for (const line of summarise(after)) say(`  ${line}`);
  const { lost, waiting, setAside, givenUp } = losses;
  say(
    JSON.stringify({ lost: lost.length, waiting: waiting.length, setAside: setAside.slice(0, 5), givenUp }),
  );
  for (const [name, list] of Object.entries(history))
    if (Array.isArray(list)) say(`${name} ${list.length}\n  ${list.slice(0, 5).join("\n  ")}`);
    else say(`${name} ${list}`);
});
