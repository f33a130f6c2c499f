"use server";

import { z } from "zod";
import { deskFailure } from "@/app/(desk)/desk-failure";
import { formFailure } from "@/app/(desk)/form-failure";
import type { FormState } from "@/components/ui/form-state";
import { requireSession } from "@/lib/auth/session";
import { config } from "@/lib/config";
import { db } from "@/lib/db/client";
import {
  apiTokenSchema,
  boardFeedSchema,
  makeApiToken,
  makeBoardFeed,
  revokeFeed,
} from "@/lib/desk-work/feeds/feeds";

const idSchema = z.uuid();
const nothingNew = async () => ({});

const done = (words: string, values: Readonly<Record<string, string>> = {}): FormState => ({
  done: words,
  problem: null,
  fields: {},
  values,
});

/** Makes a calendar or a screen. Fields: `kind`, `label`, `viewId`, `life`. Its address is among the values, this once. */
export async function makeFeedAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    const session = await requireSession("share");
    const asked = boardFeedSchema.parse(Object.fromEntries(form));
    const { token } = await makeBoardFeed(db(), session, asked, new Date());
    const path = asked.kind === "calendar" ? `/calendar/${token}.ics` : `/wall/${token}`;
    return done(asked.kind === "calendar" ? "The calendar is made." : "The screen is made.", {
      kind: asked.kind,
      label: asked.label,
      secret: `${config().publicUrl}${path}`,
    });
  } catch (error) {
    return deskFailure(error, form, nothingNew);
  }
}

/** Makes a program's token. Fields: `label`, `life`. It is among the values, this once. */
export async function makeApiTokenAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    const session = await requireSession("administer");
    const asked = apiTokenSchema.parse(Object.fromEntries(form));
    const { token } = await makeApiToken(db(), session, asked, new Date());
    return done("The token is made.", { kind: "api", label: asked.label, secret: token });
  } catch (error) {
    return deskFailure(error, form, nothingNew);
  }
}

/** Ends a calendar or a screen. Field: `id`. */
export async function revokeFeedAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    const session = await requireSession("share");
    await revokeFeed(db(), session, idSchema.parse(form.get("id")), ["calendar", "wall"], new Date());
    return done("Revoked: its address shows nothing any more.");
  } catch (error) {
    return formFailure(error, form, {});
  }
}

/** Ends a program's token. Field: `id`. */
export async function revokeApiTokenAction(_previous: FormState, form: FormData): Promise<FormState> {
  try {
    const session = await requireSession("administer");
    await revokeFeed(db(), session, idSchema.parse(form.get("id")), ["api"], new Date());
    return done("Revoked: nothing reads by this token any more.");
  } catch (error) {
    return formFailure(error, form, {});
  }
}
