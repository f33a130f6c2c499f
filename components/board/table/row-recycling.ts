/**
 * Gives each of the rows that are drawn the place of one that no longer is, so that what is drawn already is filled anew
 * instead of made anew: rows that stay keep theirs.
 *
 * @param before the slots of the rows drawn before, by id
 */
export function assignSlots(
  before: ReadonlyMap<string, number>,
  ids: readonly string[],
): Map<string, number> {
  const staying = new Set(ids);
  const free: number[] = [];
  for (const [id, slot] of before) if (!staying.has(id)) free.push(slot);
  free.reverse();
  let unused = Math.max(-1, ...before.values()) + 1;
  const slots = new Map<string, number>();
  for (const id of ids) {
    const slot = before.get(id) ?? free.pop();
    slots.set(id, slot ?? unused);
    if (slot === undefined) unused += 1;
  }
  return slots;
}
