/** A change of one field of a container or of its shipment, as the history tells it: what stood there before, and until when. */
export type PastChange = {
  of: "container" | "shipment";
  /** Members of import_deadlines are named with a dot. */
  field: string;
  before: unknown;
  /** UTC text. */
  asOf: string;
};

/** What was notified of a container before: its changes, newest first, and when it was first reported of (UTC text). */
export type ContainerHistory = { firstAt: string; changes: readonly PastChange[] };

/** Something that was so from an instant on (UTC text), until the next. */
export type Reported<Value> = { at: string; value: Value };

const earlier = (a: string, b: string): string => (Date.parse(b) < Date.parse(a) ? b : a);

/**
 * Walks a container's past back from what is so now; answers what was so, oldest first, one entry an instant at which one of
 * the fields changed. `undo` gives the state before some changes, `read` what is asked of a state.
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

/** The changes of each instant together, in their order. */
function byInstant(changes: readonly PastChange[]): PastChange[][] {
  const groups: PastChange[][] = [];
  for (const change of changes) {
    const group = groups.at(-1);
    if (group?.[0]?.asOf === change.asOf) group.push(change);
    else groups.push([change]);
  }
  return groups;
}
