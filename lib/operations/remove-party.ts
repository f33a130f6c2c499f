import { requireSession } from "@/lib/auth/session";
import { db } from "@/lib/db/client";
import { forgetRole } from "@/lib/mirror/apply-answer";
import { clientForPerson } from "@/lib/tracking/account";
import { pathOf } from "@/lib/tracking/client";

/** Takes a role off a container. One that is gone already counts as removed. */
export async function removeParty(containerId: string, roleId: string): Promise<void> {
  await requireSession();
  await clientForPerson().remove(pathOf("containers", containerId, "party_roles", roleId));
  await forgetRole(db(), roleId);
}
