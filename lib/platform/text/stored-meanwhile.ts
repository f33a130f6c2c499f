/**
 * What another user stored meanwhile. `by` and `at` are null when not known, `what` says it: "planned Mon 30, 8:00 AM".
 * `seen` is what a request for the same change sends to overwrite it.
 */
export type StoredMeanwhile = {
  by: string | null;
  at: string | null;
  what: string;
  seen: Readonly<Record<string, unknown>>;
};
