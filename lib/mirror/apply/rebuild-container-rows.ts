import { Touched } from "@/lib/mirror/changed-records";
import type { Transaction } from "@/lib/platform/database/client";
import { settle } from "./apply";

/**
 * Ends a transaction that wrote something about containers here at the dashboard: their board rows follow, cached pages expire
 * and open browsers hear of it at the commit. Call it last.
 */
export async function touchContainers(tx: Transaction, containerIds: Iterable<string>): Promise<void> {
  const touched = new Touched();
  for (const id of containerIds) touched.containers.add(id);
  await settle(tx, touched);
}
