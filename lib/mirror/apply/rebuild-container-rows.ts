import { ChangeSet } from "@/lib/mirror/changed-records";
import type { Transaction } from "@/lib/platform/database/client";
import { finalize } from "./apply";

/**
 * Finalizes a transaction that wrote Drayboard's own data about containers. Rebuilds their board rows. At the commit,
 * cached pages expire and changes are pushed to open browsers. `by` is the user whose request it is. Call it last.
 */
export async function markContainersChanged(
  tx: Transaction,
  containerIds: Iterable<string>,
  by: string | null = null,
): Promise<void> {
  const changeSet = new ChangeSet();
  changeSet.by = by;
  for (const id of containerIds) changeSet.containers.add(id);
  await finalize(tx, changeSet);
}
