"use server";

import { formAction, signedInAnswer } from "@/app/(dashboard)/_forms/form-action";
import type { ShareResponse } from "@/components/sharing/links/share-data";
import { qrCode } from "@/lib/features/sharing/links/qr-code";
import { makeShareLink, revokeShareLink } from "@/lib/features/sharing/links/share-links";
import { config } from "@/lib/platform/config/config";

/** Creates a share link and returns its address, which is shown only once. */
export async function makeShareLinkAction(requested: unknown): Promise<ShareResponse> {
  return signedInAnswer(makeShareLink, requested, ({ token, expiresAt }) => {
    const address = `${config().publicUrl}/share/${token}`;
    return { created: { address, expiresAt: expiresAt.toISOString(), code: qrCode(address) } };
  });
}

/** Revokes a share link immediately. Field: `id`. */
export const revokeShareLinkAction = formAction(revokeShareLink, {
  read: (form) => ({ id: form.get("id") }),
  done: (ended) =>
    ended
      ? "Revoked. Anyone who opens the link sees that it was revoked."
      : "It was already revoked or expired.",
  invalid: "at fields",
});
