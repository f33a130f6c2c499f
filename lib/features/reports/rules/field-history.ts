/** A change of one field of a container or its shipment: the previous value and the time of the change. */
export type PastChange = {
  of: "container" | "shipment";
  /** Members of import_deadlines are written with a dot. */
  field: string;
  before: unknown;
  /** UTC text. */
  asOf: string;
};

/** The history of a container: its changes, newest first, and when it was first reported (UTC text). */
export type ContainerHistory = { firstAt: string; changes: readonly PastChange[] };

/** A value that was valid from a time (UTC text) until the next one. */
export type Reported<Value> = { at: string; value: Value };

const earlier = (a: string, b: string): string => (Date.parse(b) < Date.parse(a) ? b : a);

/**
 * Reconstructs earlier states of a container from its present state and its changes. Returns the values oldest first,
 * one entry per time at which one of the fields changed. `undo` returns the state before some changes, `read` the value
 * of a state.
 */
export function retrace<State, Value>(
  now: State,
  past: ContainerHistory,
  fields: ReadonlySet<string>,
  steps: { undo: (state: State, changes: readonly PastChange[]) => State; read: (state: State) => Value },
): Reported<Value>[] {
  const reported: Reported<Value>[] = [];
  let state = now;
  let first = past.firstAt;
  for (const changes of byInstant(past.changes.filter(({ field }) => fields.has(field)))) {
    const at = changes[0]?.asOf ?? first;
    reported.push({ at, value: steps.read(state) });
    state = steps.undo(state, changes);
    first = earlier(first, at);
  }
  reported.push({ at: first, value: steps.read(state) });
  return reported.reverse();
}

/** Groups changes of the same time and keeps their order. */
function byInstant(changes: readonly PastChange[]): PastChange[][] {
  const groups: PastChange[][] = [];
  for (const change of changes) {
    const group = groups.at(-1);
    if (group?.[0]?.asOf === change.asOf) group.push(change);
    else groups.push([change]);
  }
  return groups;
}
