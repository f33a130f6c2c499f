import { type Figure, figure } from "@/bench/harness/figures";
import { say } from "@/scripts/up/progress";
import type { FaultRun } from "./fault-run";
import type { KillRun } from "./kill-run";
import { summarise } from "./truth";

const none = (name: string, value: number): Figure => figure({ name, unit: "", value, goal: 0 });
const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, count) => all + count, 0);

/** Figures of a kill run. The goal for every error count is 0. */
export function killFigures(seed: number, run: KillRun): Figure[] {
  const { losses, history } = run;
  const of = (what: string) => `Seed ${seed}: ${what}`;
  const plain = (what: string, value: number, unit = "") => figure({ name: of(what), unit, value });
  return [
    plain("kills", sum(run.kills)),
    plain("notifications", run.notifications),
    plain("accepted until the last kill", run.acceptedAmid),
    plain("deliveries tried", run.deliveries.attempts),
    plain("of them duplicates by the balancer", run.deliveries.duplicates),
    plain("until all was taken in, after the last kill", run.recoveryS, "s"),
    none(of("deliveries accepted and lost"), losses.lost.length),
    none(
      of("not taken in, dead-lettered or given up"),
      losses.waiting.length + losses.deadLettered.length + losses.abandoned,
    ),
    none(of("stories of a field that break or end wrong"), history.broken.length + history.stale.length),
    plain("changes reported by the service", history.reported),
    none(of("reported changes missing or doubled"), history.missing.length + history.invented.length),
    none(of("kept counts of the board that differ from the rows"), run.wrongCounts.length),
    plain("fields not right before the round", run.before.length),
    none(of("fields not right after one round"), run.after.length),
    none(of("processes that ended by themselves"), run.ownEnds.length),
  ];
}

/** Figures of each fault. */
export function faultFigures(runs: readonly FaultRun[]): Figure[] {
  return runs.flatMap(({ name, watched, answers, says, wrong, after, rightAfterS }) => [
    figure({ name: `${name}: slowest board`, unit: "ms", value: watched.slowestMs, goal: 2_000 }),
    none(`${name}: board answered otherwise than it should`, answers ? 0 : 1),
    none(`${name}: line said nothing of it`, says ? 0 : 1),
    figure({ name: `${name}: fields not right at its end`, unit: "", value: wrong }),
    none(`${name}: fields not right one round after`, after.length),
    figure({ name: `${name}: right after`, unit: "s", value: rightAfterS }),
  ]);
}

const list = (title: string, lines: readonly string[]) => {
  if (lines.length) say(`  ${title}\n${lines.map((line) => `    ${line}`).join("\n")}`);
};

/** Prints the main results of a kill run as soon as it ends. */
export function sayKillRun({ kills, killingS, losses, history, wrongCounts, after, ownEnds }: KillRun): void {
  say(`  ${sum(kills)} kills in ${killingS.toFixed(0)} s: ${JSON.stringify(kills)}`);
  list("lost", losses.lost.slice(0, 5));
  list("not taken in", losses.waiting.slice(0, 5));
  list("dead-lettered", losses.deadLettered.slice(0, 5));
  for (const what of ["broken", "stale", "missing", "invented"] as const)
    list(what, history[what].slice(0, 5));
  list("wrong counts", wrongCounts);
  list("not right after the round", summarise(after));
  list("ended by themselves", ownEnds);
}

/** Prints the same for one fault. */
export function sayFaultRun({ name, watched, after, answers, says }: FaultRun): void {
  const verdict = `board ${answers ? "good" : "NOT GOOD"}, line ${says ? "good" : "NOT GOOD"}, after ${after.length}`;
  say(
    `  ${name}: ${verdict}; ${watched.reads} reads, ${JSON.stringify(watched.statuses)}, ${watched.slowestMs} ms`,
  );
  list("line", watched.output);
  list("not right after the round", summarise(after));
}
