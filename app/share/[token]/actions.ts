"use server";

import { cookies, headers } from "next/headers";
import { formFailure } from "@/app/(desk)/form-failure";
import { type FormState, UNTRIED } from "@/components/ui/form-state";
import { clientAddress } from "@/lib/auth/client-address";
import { throttledWords } from "@/lib/auth/throttled-words";
import { config } from "@/lib/config";
import { db, pool } from "@/lib/db/client";
import { passcodeCookie, passcodeGiven } from "@/lib/share/passcode";
import { tryPasscode } from "@/lib/share/try-passcode";

const refusal = (problem: string): FormState => ({ ...UNTRIED, problem });

/** Opens a link that has a passcode, in this browser and for some hours. Fields: `token`, `passcode`. */
export async function enterPasscodeAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    const now = new Date();
    const address = clientAddress(await headers(), config());
    const given = { token: form.get("token"), passcode: form.get("passcode") };
    const tried = await tryPasscode(db(), pool(), given, { address, now });
    if (tried.state === "throttled") return refusal(throttledWords(tried.waitSeconds));
    if (tried.state === "refused") return refusal("That is not the passcode of this link.");
    const { name, options } = passcodeCookie(tried.token);
    (await cookies()).set(name, passcodeGiven(tried.token, now), options);
    return UNTRIED;
  } catch (error) {
    return { ...formFailure(error, form, {}), values: {} };
  }
}
