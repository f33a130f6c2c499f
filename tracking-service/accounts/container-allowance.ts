import { and, eq, inArray, isNull } from "drizzle-orm";
import { forbidden } from "@/tracking-service/json-api/errors";
import type { Transaction } from "@/tracking-service/store/database";
import { accounts, containers, shipments, trackingRequests } from "@/tracking-service/store/schema";
import type { Account } from "./authenticate";

/** Maximum number of active containers of an account on the free plan or on trial (interface.md, Limits). */
export const FREE_CONTAINERS = 10;

/** Counts the containers of tracked shipments, plus one for each pending request. */
async function activeContainers(tx: Transaction, accountId: string): Promise<number> {
  const tracked = tx
    .select({ id: shipments.id })
    .from(shipments)
    .where(and(eq(shipments.accountId, accountId), isNull(shipments.trackingStoppedAt)));
  const open = and(
    eq(trackingRequests.accountId, accountId),
    inArray(trackingRequests.status, ["pending", "awaiting_manifest"]),
  );
  const containerCount = await tx.$count(containers, inArray(containers.shipmentId, tracked));
  return containerCount + (await tx.$count(trackingRequests, open));
}

/**
 * 403 when an account on the free plan or on trial has the maximum number of active containers. The paid plan has no
 * limit. Call it in the transaction that adds a container: concurrent callers wait until that transaction ends.
 */
export async function requireAllowance(
  tx: Transaction,
  account: Pick<Account, "id" | "plan">,
): Promise<void> {
  if (account.plan === "paid") return;
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, account.id)).for("no key update");
  if ((await activeContainers(tx, account.id)) < FREE_CONTAINERS) return;
  throw forbidden(
    "Container limit reached",
    `This plan tracks up to ${FREE_CONTAINERS} active containers. The paid plan tracks more.`,
  );
}
