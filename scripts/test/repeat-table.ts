import type { Count } from "./counts";

/**
 * The end of the output of repeated browser tests: each test that failed in a round with how often, most often first, and
 * how many tests passed in every round.
 */
export function repeatTable(rounds: readonly Count[]): string {
  const failures = new Map<string, number>();
  for (const name of rounds.flatMap((round) => [...new Set(round.failures)]))
    failures.set(name, (failures.get(name) ?? 0) + 1);
  const names = new Set(rounds.flatMap(({ durations = [] }) => durations.map(({ name }) => name)));
  const steady = [...names].filter((name) => !failures.has(name)).length;
  return [
    ...[...failures]
      .toSorted(([, one], [, other]) => other - one)
      .map(([name, times]) => `failed in ${times} of ${rounds.length}: ${name}`),
    `${steady} of ${names.size} tests passed in each of ${rounds.length} rounds`,
  ].join("\n");
}
