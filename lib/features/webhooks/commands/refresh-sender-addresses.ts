import { requireSession } from "@/lib/auth/sign-in/current-session";
import { fetchDeliveryAddresses } from "@/lib/ingest/sender-addresses";
import { db } from "@/lib/platform/database/client";
import { clientForPerson } from "@/lib/tracking-client/open-client";

/** Refetches the sender addresses of deliveries from the service. Throws the errors of the client. */
export async function readDeliveryAddresses(): Promise<void> {
  await requireSession("administer");
  await fetchDeliveryAddresses(db(), clientForPerson());
}
