"use server";

import { z } from "zod";
import { dashboardFailure } from "@/app/(dashboard)/_forms/dashboard-failure";
import { formFailure } from "@/app/(dashboard)/_forms/form-failure";
import type { FormState } from "@/components/ui/forms/form-state";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import {
  apiTokenSchema,
  boardFeedSchema,
  makeApiToken,
  makeBoardFeed,
  revokeFeed,
} from "@/lib/features/feeds/commands/feeds";
import { config } from "@/lib/platform/config/config";
import { db } from "@/lib/platform/database/client";

const idSchema = z.uuid();
const nothingNew = async () => ({});

const done = (text: string, values: Readonly<Record<string, string>> = {}): FormState => ({
  done: text,
  problem: null,
  fields: {},
  values,
});

/**
 * Creates a calendar feed or a wallboard. Fields: `kind`, `label`, `viewId`, `life`. The values contain its address,
 * which is shown only once.
 */
export async function makeFeedAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    const session = await requireSession("share");
    const requested = boardFeedSchema.parse(Object.fromEntries(form));
    const { token } = await makeBoardFeed(db(), session, requested, new Date());
    const path = requested.kind === "calendar" ? `/calendar/${token}.ics` : `/wall/${token}`;
    return done(requested.kind === "calendar" ? "Calendar created." : "Wallboard created.", {
      kind: requested.kind,
      label: requested.label,
      secret: `${config().publicUrl}${path}`,
    });
  } catch (error) {
    return dashboardFailure(error, form, nothingNew);
  }
}

/** Creates an API token. Fields: `label`, `life`. The values contain the token, which is shown only once. */
export async function makeApiTokenAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    const session = await requireSession("administer");
    const requested = apiTokenSchema.parse(Object.fromEntries(form));
    const { token } = await makeApiToken(db(), session, requested, new Date());
    return done("Token created.", { kind: "api", label: requested.label, secret: token });
  } catch (error) {
    return dashboardFailure(error, form, nothingNew);
  }
}

/** Revokes a calendar feed or a wallboard. Field: `id`. */
export async function revokeFeedAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    const session = await requireSession("share");
    await revokeFeed(db(), session, idSchema.parse(form.get("id")), ["calendar", "wall"], new Date());
    return done("Revoked. Its address no longer shows anything.");
  } catch (error) {
    return formFailure(error, form, {});
  }
}

/** Revokes an API token. Field: `id`. */
export async function revokeApiTokenAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    const session = await requireSession("administer");
    await revokeFeed(db(), session, idSchema.parse(form.get("id")), ["api"], new Date());
    return done("Revoked. The token no longer works.");
  } catch (error) {
    return formFailure(error, form, {});
  }
}
