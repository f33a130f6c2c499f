import { z } from "zod";
import { recordAuditEntry } from "@/lib/auth/audit/audit-log";
import { command } from "@/lib/auth/commands/command";
import { hashPassword } from "@/lib/auth/passwords/password-hash";
import {
  type AccessToken,
  findAccessToken,
  makeAccessToken,
  revokeAccessToken,
  tokenState,
} from "@/lib/auth/tokens/access-tokens";
import { listTokens } from "@/lib/auth/tokens/token-list";
import type { ShareLinkEntry } from "@/lib/features/sharing/rules/settings-data";
import type { Database } from "@/lib/platform/database/client";
import { plainText } from "@/lib/platform/database/storable-id";
import { AppError } from "@/lib/platform/errors";
import { isPasscodeValid } from "./passcode";
import { hasReports, type ShareSettings, shareSettingsSchema } from "./share-settings";
import { fixedAbout, hrefOf, readText } from "./shared-records";

const DAY_MS = 86_400_000;
const MAX_DAYS = 365;
const MIN_PASSCODE = 6;

/** The input for a new link. `passcode` is "" for none. */
export const shareInputSchema = shareSettingsSchema.extend({
  label: plainText(80).trim().min(1, { error: "Enter a name." }),
  days: z.int().min(1).max(MAX_DAYS),
  passcode: plainText(64).refine((text) => text === "" || text.length >= MIN_PASSCODE, {
    error: `Enter at least ${MIN_PASSCODE} characters, or leave blank.`,
  }),
});

/**
 * Creates a link to a container, a shipment or a board. Every user with the link can open it. The token is returned
 * only once. Throws `not_found` for an unknown record, `bad_input` for a board that cannot be shared.
 */
export const makeShareLink = command(
  { right: "share", input: shareInputSchema },
  async (ctx, requested): Promise<{ id: string; token: string; expiresAt: Date }> => {
    const { db, actor, now } = ctx;
    const { label, days, passcode, view } = requested;
    const about = await fixedAbout(ctx, requested.about);
    const message = (await readText(db, [about]))(about);
    if (message === null) throw new AppError("not_found", "This record no longer exists.");
    const settings: ShareSettings = {
      about,
      view,
      charges: view === "customer" && requested.charges,
      dispatchPhone: view === "driver" ? requested.dispatchPhone : "",
      reports: hasReports({ ...requested, about }),
      documents: view === "customer" && requested.documents,
    };
    const expiresAt = new Date(now.getTime() + days * DAY_MS);
    const passcodeHash = passcode === "" ? null : await hashPassword(passcode);
    return db.transaction(async (tx) => {
      const made = await makeAccessToken(tx, {
        kind: "share",
        label,
        settings,
        createdBy: actor.userId,
        expiresAt,
        passcodeHash,
      });
      await recordAuditEntry(tx, actor, {
        action: "share_link.created",
        record: { type: "share_link", id: made.id },
        data: {
          label,
          about: message,
          view,
          days,
          passcode: passcodeHash !== null,
          reports: settings.reports || undefined,
          documents: settings.documents || undefined,
        },
      });
      return { ...made, expiresAt };
    });
  },
);

/** Revokes a link immediately. False when it was already revoked or expired. */
export const revokeShareLink = command(
  { right: "share", input: z.object({ id: z.uuid() }) },
  async ({ db, actor, now }, { id }): Promise<boolean> => {
    return db.transaction(async (tx) => {
      const ended = await revokeAccessToken(tx, id, ["share"], now);
      if (ended)
        await recordAuditEntry(tx, actor, {
          action: "share_link.revoked",
          record: { type: "share_link", id },
        });
      return ended;
    });
  },
);

/** Returns the links, newest first. Links with invalid settings are omitted. */
export async function listShareLinks(db: Database, now: Date): Promise<ShareLinkEntry[]> {
  const links = (await listTokens(db, ["share"], now)).flatMap(({ settings, locked, listed }) => {
    const read = shareSettingsSchema.safeParse(settings);
    return read.success ? [{ listed, locked, ...read.data }] : [];
  });
  const message = await readText(
    db,
    links.map(({ about }) => about),
  );
  return links.map(({ listed, locked, about, view, charges, reports, documents }) => ({
    ...listed,
    about: message(about) ?? "no longer in Drayboard",
    href: hrefOf(about),
    view,
    charges,
    reports,
    documents,
    passcode: locked,
  }));
}

/** The result of opening a link. Unknown and unreadable tokens give the same result. */
export type Visit =
  | { state: "unknown" }
  | { state: "expired" }
  | { state: "revoked" }
  | { state: "locked"; token: AccessToken }
  | { state: "open"; token: AccessToken; settings: ShareSettings };

/** Opens a share link. `cookieOf` returns the cookie of a passcode entered before. */
export async function visitShare(
  db: Database,
  input: string,
  cookieOf: (token: AccessToken) => string | undefined,
  now: Date,
): Promise<Visit> {
  const token = await findAccessToken(db, "share", input);
  const settings = shareSettingsSchema.safeParse(token?.settings);
  if (!token || !settings.success) return { state: "unknown" };
  const state = tokenState(token, now);
  if (state !== "open") return { state };
  if (!isPasscodeValid(token, cookieOf(token), now)) return { state: "locked", token };
  return { state: "open", token, settings: settings.data };
}
