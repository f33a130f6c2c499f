import { isDeepStrictEqual } from "node:util";
import { isEmpty } from "./facts";

/**
 * How long after its instant a change may still be invisible to readers, in milliseconds. The service dates a change
 * before it commits it. Its clock may also be ahead of the clock that dates a fetch.
 */
export const COMMIT_LAG_MS = 5_000;

const isSame = (one: unknown, other: unknown): boolean =>
  (isEmpty(one) && isEmpty(other)) || isDeepStrictEqual(one, other);

/** Previous values of fields that were reported as changed. A first report of a field is no change. */
export class JustChanged {
  private readonly fields = new Map<string, { before: unknown; at: number }[]>();

  note(field: string, before: unknown, at: Date): void {
    const known = this.fields.get(field) ?? [];
    this.fields.set(field, known);
    known.push({ before, at: at.getTime() });
  }

  /**
   * Returns whether a fetch sent at that instant may have read the value before a change that is dated earlier. Such a
   * fetch is ignored for this field. A real change back to the old value has its own notification, or a later fetch
   * finds it.
   */
  isReadTooEarly(field: string, value: unknown, sentAt: Date): boolean {
    const sent = sentAt.getTime();
    return (this.fields.get(field) ?? []).some(
      ({ before, at }) => at <= sent && sent - at < COMMIT_LAG_MS && isSame(before, value),
    );
  }
}
