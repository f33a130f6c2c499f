import type { SubjectKind } from "./history-types";
import { changesOf, type Observation, reportsNoCheck } from "./merge";

/** The facts of one group in a report, and the instant they are dated in the history. */
export type Reported = { observation: Observation; reported: [string, unknown][]; asOf: Date };

/**
 * Returns the reports of a group in order of validity. Removes from each fetch the facts that a later report, made
 * while the fetch was running, also contains.
 * A fetch is dated by its send time so that it overwrites nothing newer. But its facts may have become true, and been
 * reported, at any time until the response. Dated by the send time, such a fact would show a change that a later report
 * shows again. A report in between would even show the change as undone.
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
            name === field && !reportsNoCheck(name, after) && !changesOf(kind, field, { before, after }, {}),
        ),
      );
    return { ...one, reported: one.reported.filter((fact) => !isSeen(...fact)) };
  });
}
