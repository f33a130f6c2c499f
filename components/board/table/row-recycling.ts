/**
 * Assigns slots to the rendered rows. New rows reuse the slots of removed rows, so that existing elements are updated
 * instead of created. Remaining rows keep their slots.
 *
 * @param before the slots of the previously rendered rows, by id
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
