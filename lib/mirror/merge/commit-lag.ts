import { isDeepStrictEqual } from "node:util";
import { isEmpty } from "./facts";

/**
 * How long after its instant a change may not be there for who reads, in milliseconds: the service dates what it does
 * before it has done it, and its clock may be ahead of the one a fetch is dated by.
 */
export const COMMIT_LAG_MS = 5_000;

const isSame = (one: unknown, other: unknown): boolean =>
  (isEmpty(one) && isEmpty(other)) || isDeepStrictEqual(one, other);

/** What fields were before they were reported to have changed; what was never reported of before is no change. */
export class JustChanged {
  private readonly fields = new Map<string, { before: unknown; at: number }[]>();

  note(field: string, before: unknown, at: Date): void {
    const known = this.fields.get(field) ?? [];
    this.fields.set(field, known);
    known.push({ before, at: at.getTime() });
  }

  /**
   * Whether a fetch that was sent at that instant may have read what was so before a change that is dated earlier: then it
   * says nothing of the field. What was really changed back is notified of by itself, or found by a later fetch.
   */
  isReadTooEarly(field: string, value: unknown, sentAt: Date): boolean {
    const sent = sentAt.getTime();
    return (this.fields.get(field) ?? []).some(
      ({ before, at }) => at <= sent && sent - at < COMMIT_LAG_MS && isSame(before, value),
    );
  }
}
