import { requireSession } from "@/lib/auth/session";
import { db } from "@/lib/db/client";
import { clientForPerson } from "@/lib/tracking/account";
import { fetchDeliveryAddresses } from "@/lib/webhooks/source-address";

/** Reads anew from which addresses the service delivers. Throws what the client throws. */
export async function readDeliveryAddresses(): Promise<void> {
  await requireSession("administer");
  await fetchDeliveryAddresses(db(), clientForPerson());
}
