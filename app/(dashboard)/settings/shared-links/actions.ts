"use server";

import { z } from "zod";
import { dashboardFailure } from "@/app/(dashboard)/_forms/dashboard-failure";
import type { ShareResponse } from "@/components/sharing/links/share-data";
import type { FormState } from "@/components/ui/forms/form-state";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import { qrCode } from "@/lib/features/sharing/links/qr-code";
import { makeShareLink, revokeShareLink, shareInputSchema } from "@/lib/features/sharing/links/share-links";
import { config } from "@/lib/platform/config/config";
import { db } from "@/lib/platform/database/client";

/** Creates a share link and returns its address, which is shown only once. */
export async function makeShareLinkAction(requested: unknown): Promise<ShareResponse> {
  try {
    const session = await requireSession("share");
    const created = await makeShareLink(db(), session, shareInputSchema.parse(requested), new Date());
    const address = `${config().publicUrl}/share/${created.token}`;
    return { created: { address, expiresAt: created.expiresAt.toISOString(), code: qrCode(address) } };
  } catch (error) {
    const { problem, fields } = await dashboardFailure(error, new FormData(), async () => ({}));
    return { problem, fields };
  }
}

/** Revokes a share link immediately. Field: `id`. */
export async function revokeShareLinkAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    const session = await requireSession("share");
    const ended = await revokeShareLink(db(), session, z.uuid().parse(form.get("id")), new Date());
    const done = ended
      ? "Revoked. Anyone who opens the link sees that it was revoked."
      : "It was already revoked or expired.";
    return { done, problem: null, fields: {}, values: {} };
  } catch (error) {
    return dashboardFailure(error, form, async () => ({}));
  }
}
