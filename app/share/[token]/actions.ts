"use server";

import { cookies, headers } from "next/headers";
import { formFailure } from "@/app/(dashboard)/_forms/form-failure";
import { type FormState, UNTRIED } from "@/components/ui/forms/form-state";
import { clientAddress } from "@/lib/auth/throttling/client-address";
import { throttledText } from "@/lib/auth/throttling/throttle-message";
import { passcodeCookie, passcodeGiven } from "@/lib/features/sharing/links/passcode";
import { tryPasscode } from "@/lib/features/sharing/links/verify-passcode";
import { config } from "@/lib/platform/config/config";
import { db, pool } from "@/lib/platform/database/client";

const refusal = (problem: string): FormState => ({ ...UNTRIED, problem });

/** Unlocks a link that has a passcode, in this browser and for some hours. Fields: `token`, `passcode`. */
export async function enterPasscodeAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    const now = new Date();
    const address = clientAddress(await headers(), config());
    const input = { token: form.get("token"), passcode: form.get("passcode") };
    const attempted = await tryPasscode(db(), pool(), input, { address, now });
    if (attempted.state === "throttled") return refusal(throttledText(attempted.waitSeconds));
    if (attempted.state === "refused") return refusal("Incorrect passcode.");
    const { name, options } = passcodeCookie(attempted.token);
    (await cookies()).set(name, passcodeGiven(attempted.token, now), options);
    return UNTRIED;
  } catch (error) {
    return { ...formFailure(error, form, {}), values: {} };
  }
}
