import { Touched } from "@/lib/mirror/changed-records";
import type { Transaction } from "@/lib/platform/database/client";
import { settle } from "./apply";

/**
 * Finalizes a transaction that wrote Drayboard's own data about containers. Rebuilds their board rows. At the commit,
 * cached pages expire and changes are pushed to open browsers. Call it last.
 */
export async function touchContainers(tx: Transaction, containerIds: Iterable<string>): Promise<void> {
  const touched = new Touched();
  for (const id of containerIds) touched.containers.add(id);
  await settle(tx, touched);
}
