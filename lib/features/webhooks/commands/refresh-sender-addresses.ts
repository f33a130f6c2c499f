import { requireSession } from "@/lib/auth/sign-in/current-session";
import { fetchDeliveryAddresses } from "@/lib/ingest/sender-addresses";
import { db } from "@/lib/platform/database/client";
import { clientForPerson } from "@/lib/tracking-client/open-client";

/** Reads anew from which addresses the service delivers. Throws what the client throws. */
export async function readDeliveryAddresses(): Promise<void> {
  await requireSession("administer");
  await fetchDeliveryAddresses(db(), clientForPerson());
}
