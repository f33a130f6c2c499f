import type { SubjectKind } from "./history-types";
import { newsOf, type Observation, saysNoCheck } from "./merge";

/** What a report reported of one group of facts, and the instant it is shown as of. */
export type Reported = { observation: Observation; reported: [string, unknown][]; asOf: Date };

/**
 * Reports of a group in the order in which they hold, each fetch without what a report behind it tells as well that was
 * made while the fetch was under way. A fetch is as of when it was sent, so that it overwrites nothing newer; but what it
 * brings may have become so, and been notified of, until it was answered. Left at its time it would tell a change that is reported
 * once more by what is behind it, and before that, by one made in between, that it was not so.
 */
export function withoutSeen(kind: SubjectKind, list: readonly Reported[]): Reported[] {
  return list.map((one, place) => {
    const until = one.observation.readUntil;
    if (until === null) return one;
    const meanwhile = list.slice(place + 1).filter(({ observation }) => observation.asOf <= until);
    const isSeen = (field: string, before: unknown) =>
      meanwhile.some(({ reported }) =>
        reported.some(
          ([name, after]) =>
            name === field && !saysNoCheck(name, after) && !newsOf(kind, field, { before, after }, {}),
        ),
      );
    return { ...one, reported: one.reported.filter((fact) => !isSeen(...fact)) };
  });
}
