"use server";

import { z } from "zod";
import { deskFailure } from "@/app/(desk)/desk-failure";
import type { ShareAnswer } from "@/components/share/share-data";
import type { FormState } from "@/components/ui/form-state";
import { requireSession } from "@/lib/auth/session";
import { config } from "@/lib/config";
import { db } from "@/lib/db/client";
import { qrCode } from "@/lib/share/qr-code";
import { makeShareLink, revokeShareLink, shareAskedSchema } from "@/lib/share/share-links";

/** Makes a share link and tells its address, this once. */
export async function makeShareLinkAction(asked: unknown): Promise<ShareAnswer> {
  try {
    const session = await requireSession("share");
    const made = await makeShareLink(db(), session, shareAskedSchema.parse(asked), new Date());
    const address = `${config().publicUrl}/share/${made.token}`;
    return { made: { address, expiresAt: made.expiresAt.toISOString(), code: qrCode(address) } };
  } catch (error) {
    const { problem, fields } = await deskFailure(error, new FormData(), async () => ({}));
    return { problem, fields };
  }
}

/** Ends a share link at once. Field: `id`. */
export async function revokeShareLinkAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    const session = await requireSession("share");
    const ended = await revokeShareLink(db(), session, z.uuid().parse(form.get("id")), new Date());
    const done = ended ? "Revoked. Whoever opens it is told so." : "It had ended already.";
    return { done, problem: null, fields: {}, values: {} };
  } catch (error) {
    return deskFailure(error, form, async () => ({}));
  }
}
