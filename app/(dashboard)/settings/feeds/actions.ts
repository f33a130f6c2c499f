"use server";

import { formAction, textOf } from "@/app/(dashboard)/_forms/form-action";
import { formDone } from "@/app/(dashboard)/_forms/form-done";
import {
  boardFeedSchema,
  makeApiToken,
  makeBoardFeed,
  revokeApiToken,
  revokeFeed,
} from "@/lib/features/feeds/commands/feeds";
import { config } from "@/lib/platform/config/config";

const idIn = (form: FormData) => ({ id: form.get("id") });

/**
 * Creates a calendar feed or a wallboard. Fields: `kind`, `label`, `viewId`, `life`. The values contain its address,
 * which is shown only once.
 */
export const makeFeedAction = formAction(makeBoardFeed, {
  read: (form) => Object.fromEntries(form),
  done: ({ token }, form) => {
    const { kind, label } = boardFeedSchema.parse(Object.fromEntries(form));
    const isCalendar = kind === "calendar";
    const path = isCalendar ? `/calendar/${token}.ics` : `/wall/${token}`;
    const secret = `${config().publicUrl}${path}`;
    return formDone(isCalendar ? "Calendar created." : "Wallboard created.", "now", { kind, label, secret });
  },
  invalid: "at fields",
});

/** Creates an API token. Fields: `label`, `life`. The values contain the token, which is shown only once. */
export const makeApiTokenAction = formAction(makeApiToken, {
  read: (form) => Object.fromEntries(form),
  done: ({ token }, form) =>
    formDone("Token created.", "now", {
      kind: "api",
      label: boardFeedSchema.shape.label.parse(textOf(form, "label")),
      secret: token,
    }),
  invalid: "at fields",
});

/** Revokes a calendar feed or a wallboard. Field: `id`. */
export const revokeFeedAction = formAction(revokeFeed, {
  read: idIn,
  done: () => "Revoked. Its address no longer shows anything.",
});

/** Revokes an API token. Field: `id`. */
export const revokeApiTokenAction = formAction(revokeApiToken, {
  read: idIn,
  done: () => "Revoked. The token no longer works.",
});
