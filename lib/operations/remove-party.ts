import { requireSession } from "@/lib/auth/session";
import { db } from "@/lib/db/client";
import { forgetRole } from "@/lib/mirror/apply-answer";
import { clientForPerson } from "@/lib/tracking/account";
import { pathOf } from "@/lib/tracking/client";
import { type Shown, showDone } from "./show-done";

/** Takes a role off a container. One that is gone already counts as removed, here too when it still stood here. */
export async function removeParty(containerId: string, roleId: string): Promise<Shown> {
  await requireSession();
  await clientForPerson().remove(pathOf("containers", containerId, "party_roles", roleId));
  return showDone(() => forgetRole(db(), roleId), null);
}
