"use server";

import { refresh } from "next/cache";
import { headers } from "next/headers";
import { formFailure } from "@/app/(dashboard)/_forms/form-failure";
import type { FormState } from "@/components/ui/forms/form-state";
import { countingCode } from "@/lib/auth/second-factor/code-attempts";
import { enrollSecondFactor } from "@/lib/auth/second-factor/enroll-second-factor";
import { confirmSecondFactor, removeSecondFactor } from "@/lib/auth/second-factor/totp";
import { changePassword } from "@/lib/auth/sign-in/change-password";
import { requireSignedIn, startSession } from "@/lib/auth/sign-in/current-session";
import { qrCode } from "@/lib/features/sharing/links/qr-code";
import { db } from "@/lib/platform/database/client";

const done = (text: string, values: Readonly<Record<string, string>> = {}): FormState => ({
  done: text,
  problem: null,
  fields: {},
  values,
});

const typedCode = (form: FormData) => String(form.get("code") ?? "").slice(0, 32);

/** Changes the user's password and ends the user's other sessions. Fields: `present`, `next`. */
export async function changePasswordAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    const [present, next] = ["present", "next"].map((name) => String(form.get(name) ?? ""));
    // Passwords are not sent back.
    for (const name of ["present", "next"]) form.delete(name);
    const session = await requireSignedIn();
    const input = { present: present ?? "", next: next ?? "" };
    await startSession(await changePassword(db(), session, input, await headers()));
    return done("Password changed. Your other browsers are signed out.");
  } catch (error) {
    return formFailure(error, form, { present: "present", next: "next" });
  }
}

/**
 * Creates the key of a second factor, which is active only after confirmation. Values: `secret`, and `path` and `size`
 * of its QR code. Field: `password` (the current one).
 */
export async function beginSecondFactorAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    const password = String(form.get("password") ?? "");
    // The password is not sent back.
    form.delete("password");
    const session = await requireSignedIn();
    const { secret, address } = await enrollSecondFactor(db(), session, password, await headers());
    const { path, size } = qrCode(address);
    return done("Key created.", { secret, path, size: String(size) });
  } catch (error) {
    return formFailure(error, form, { password: "password" });
  }
}

/** Activates the second factor. The value `recovery` contains its recovery codes, shown once. Field: `code`. */
export async function confirmSecondFactorAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    const session = await requireSignedIn();
    const codes = await countingCode(session.userId, () =>
      confirmSecondFactor(db(), session, typedCode(form), new Date()),
    );
    refresh();
    return done("Two-factor authentication is on.", { recovery: codes.join(" ") });
  } catch (error) {
    return formFailure(error, form, { code: "code" });
  }
}

/** Removes the user's second factor. Field: `code`. */
export async function removeSecondFactorAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    const session = await requireSignedIn();
    await countingCode(session.userId, () => removeSecondFactor(db(), session, typedCode(form), new Date()));
    return done("Two-factor authentication is off. You sign in with your password only.");
  } catch (error) {
    return formFailure(error, form, { code: "code" });
  }
}
