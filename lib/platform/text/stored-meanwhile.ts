/**
 * What another user stored meanwhile. `by` and `at` are null when not known, `what` says it: "wrote “Call first”",
 * or "planned", whose time is `moment`. `seen` is what a request for the same change sends to overwrite it.
 */
export type StoredMeanwhile = {
  by: string | null;
  at: string | null;
  what: string;
  moment?: { at: string; zone: string | null } | null;
  seen: Readonly<Record<string, unknown>>;
};
