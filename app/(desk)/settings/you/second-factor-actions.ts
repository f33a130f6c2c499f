"use server";

import { refresh } from "next/cache";
import { formFailure } from "@/app/(desk)/form-failure";
import type { FormState } from "@/components/ui/form-state";
import { beginSecondFactor, confirmSecondFactor, removeSecondFactor } from "@/lib/auth/second-factor";
import { requireSession } from "@/lib/auth/session";
import { db } from "@/lib/db/client";
import { qrCode } from "@/lib/share/qr-code";

const done = (words: string, values: Readonly<Record<string, string>> = {}): FormState => ({
  done: words,
  problem: null,
  fields: {},
  values,
});

const typedCode = (form: FormData) => String(form.get("code") ?? "").slice(0, 32);

/** Makes the key of a second factor, which counts once it is confirmed: values `secret`, and its QR code's `path` and `size`. */
export async function beginSecondFactorAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    const { secret, address } = await beginSecondFactor(db(), await requireSession("desk"));
    const { path, size } = qrCode(address);
    return done("The key is made.", { secret, path, size: String(size) });
  } catch (error) {
    return formFailure(error, form, {});
  }
}

/** Lets the second factor count; the value `recovery` has its recovery codes, once. Field: `code`. */
export async function confirmSecondFactorAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    const session = await requireSession("desk");
    const codes = await confirmSecondFactor(db(), session, typedCode(form), new Date());
    refresh();
    return done("The second factor is on.", { recovery: codes.join(" ") });
  } catch (error) {
    return formFailure(error, form, { code: "code" });
  }
}

/** Takes one's own second factor away. Field: `code`. */
export async function removeSecondFactorAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    const session = await requireSession("desk");
    await removeSecondFactor(db(), session, typedCode(form), new Date());
    return done("The second factor is off: the password alone signs you in.");
  } catch (error) {
    return formFailure(error, form, { code: "code" });
  }
}
