"use server";

import { refresh } from "next/cache";
import { headers } from "next/headers";
import { signedInForm, textOf } from "@/app/(dashboard)/_forms/form-action";
import { formDone } from "@/app/(dashboard)/_forms/form-done";
import { countingCode } from "@/lib/auth/second-factor/code-attempts";
import { enrollSecondFactor } from "@/lib/auth/second-factor/enroll-second-factor";
import { confirmSecondFactor, removeSecondFactor } from "@/lib/auth/second-factor/totp";
import { changePassword } from "@/lib/auth/sign-in/change-password";
import { startSession } from "@/lib/auth/sign-in/current-session";
import { qrCode } from "@/lib/features/sharing/links/qr-code";

const codeIn = (form: FormData) => textOf(form, "code").slice(0, 32);

/** Changes the user's password and ends the user's other sessions. Fields: `present`, `next`. */
export const changePasswordAction = signedInForm(
  "signed_in",
  async (form, { db, actor }) => {
    const typed = { present: textOf(form, "present"), next: textOf(form, "next") };
    await startSession(await changePassword(db, actor, typed, await headers()));
    return formDone("Password changed. Your other browsers are signed out.");
  },
  { fields: { present: "present", next: "next" }, secrets: ["present", "next"] },
);

/**
 * Creates the key of a second factor, which is active only after confirmation. Values: `secret`, and `path` and `size`
 * of its QR code. Field: `password` (the current one).
 */
export const beginSecondFactorAction = signedInForm(
  "signed_in",
  async (form, { db, actor }) => {
    const { secret, address } = await enrollSecondFactor(
      db,
      actor,
      textOf(form, "password"),
      await headers(),
    );
    const { path, size } = qrCode(address);
    return formDone("Key created.", "now", { secret, path, size: String(size) });
  },
  { fields: { password: "password" }, secrets: ["password"] },
);

/** Activates the second factor and ends the user's other sessions. The value `recovery` contains its recovery codes, shown once. Field: `code`. */
export const confirmSecondFactorAction = signedInForm(
  "signed_in",
  async (form, { db, actor, now }) => {
    const { user, recovery } = await countingCode(actor.userId, () =>
      confirmSecondFactor(db, actor, codeIn(form), now),
    );
    await startSession(user);
    refresh();
    return formDone("Two-factor authentication is on. Your other browsers are signed out.", "now", {
      recovery: recovery.join(" "),
    });
  },
  { fields: { code: "code" } },
);

/** Removes the user's second factor. Field: `code`. */
export const removeSecondFactorAction = signedInForm(
  "signed_in",
  async (form, { db, actor, now }) => {
    await countingCode(actor.userId, () => removeSecondFactor(db, actor, codeIn(form), now));
    return formDone("Two-factor authentication is off. You sign in with your password only.");
  },
  { fields: { code: "code" } },
);
