import { z } from "zod";
import { recordAuditEntry } from "@/lib/auth/audit/audit-log";
import type { Session } from "@/lib/auth/sign-in/current-session";
import type { FeedKind } from "@/lib/auth/throttling/feed-rate-limit";
import { countActiveTokens, makeAccessToken, revokeAccessToken } from "@/lib/auth/tokens/access-tokens";
import { listTokens } from "@/lib/auth/tokens/token-list";
import { boardAt } from "@/lib/features/board/rules/board-address";
import { givenAddress } from "@/lib/features/board/rules/saved-address";
import type { FeedEntry } from "@/lib/features/feeds/rules/settings-data";
import { listViews } from "@/lib/features/saved-views/commands";
import type { Database, Transaction } from "@/lib/platform/database/client";
import { plainText } from "@/lib/platform/database/storable-id";
import { transact } from "@/lib/platform/database/transaction";
import { AppError } from "@/lib/platform/errors";
import { type BoardFeedSettings, MAX_LABEL, readBoardFeed } from "./feed-settings";

export const FEED_LIVES = { never: null, "30": 30, "90": 90, "365": 365 } as const;
export type FeedLife = keyof typeof FEED_LIVES;

const DAY_MS = 86_400_000;
const MAX_ACTIVE = 100;

const labelSchema = plainText(MAX_LABEL)
  .transform((text) => text.replace(/[\s\p{Cc}]+/gu, " ").trim())
  .refine((text) => text !== "", { error: "Enter a name." });
const lifeSchema = z.enum(["never", "30", "90", "365"], { error: "Select when it expires." });

/** The input for a new calendar or wallboard. `viewId` is "" for all containers. */
export const boardFeedSchema = z.object({
  kind: z.enum(["calendar", "wall"], { error: "Select a calendar or wallboard." }),
  label: labelSchema,
  viewId: z.union([z.literal(""), z.uuid()], { error: "Select a view." }),
  life: lifeSchema,
});
/** The input for a new API token. The token can read all containers. */
export const apiTokenSchema = z.object({ label: labelSchema, life: lifeSchema });

type FeedInput = { kind: FeedKind; label: string; life: FeedLife; settings: object };
/** A new feed with its token. The token is returned only this once. */
export type MadeFeed = { id: string; token: string };

const NAMES = { calendar: "calendar", wall: "wallboard", api: "API token" } as const;
const KINDS = ["calendar", "wall", "api"] as const satisfies readonly FeedKind[];

async function createFeed(tx: Transaction, by: Session, requested: FeedInput, now: Date): Promise<MadeFeed> {
  const { kind, label, life, settings } = requested;
  if ((await countActiveTokens(tx, kind, now)) >= MAX_ACTIVE)
    throw new AppError("bad_input", `Limit of ${MAX_ACTIVE} reached. Revoke one first.`);
  const days = FEED_LIVES[life];
  const expiresAt = days === null ? null : new Date(now.getTime() + days * DAY_MS);
  const created = await makeAccessToken(tx, { kind, label, settings, createdBy: by.userId, expiresAt });
  await recordAuditEntry(tx, by, {
    action: `created ${kind === "api" ? "an" : "a"} ${NAMES[kind]}`,
    record: { type: `${kind}_token`, id: created.id },
    detail: `${label}, valid ${days === null ? "until revoked" : `for ${days} days`}`,
  });
  return created;
}

/**
 * Creates a calendar or wallboard from one of the user's views, or from all containers. The filters of the view are
 * copied, so that later changes of the view have no effect. Throws `not_found` for a view that no longer exists,
 * `bad_input` for a view that cannot be shared.
 */
export async function makeBoardFeed(
  db: Database,
  by: Session,
  requested: z.infer<typeof boardFeedSchema>,
  now: Date,
): Promise<MadeFeed> {
  const { kind, label, life, viewId } = requested;
  return transact(db, async (tx) => {
    let settings: BoardFeedSettings = { address: "", viewName: null };
    if (viewId !== "") {
      const { views } = await listViews(tx, by);
      const view = views.find(({ id }) => id === viewId);
      if (!view) throw new AppError("not_found", "This view is no longer available. Select another.");
      const { address, problem } = givenAddress(view.address);
      if (address === null) throw new AppError("bad_input", problem);
      settings = { address, viewName: view.name };
    }
    return createFeed(tx, by, { kind, label, life, settings }, now);
  });
}

/** Creates a token for a program that reads all containers. */
export async function makeApiToken(
  db: Database,
  by: Session,
  { label, life }: z.infer<typeof apiTokenSchema>,
  now: Date,
): Promise<MadeFeed> {
  return transact(db, (tx) => createFeed(tx, by, { kind: "api", label, life, settings: {} }, now));
}

/** Revokes a token of one of these kinds immediately. Throws `not_found` when it had already ended. */
export async function revokeFeed(
  db: Database,
  by: Session,
  id: string,
  kinds: readonly FeedKind[],
  now: Date,
): Promise<void> {
  await transact(db, async (tx) => {
    if (!(await revokeAccessToken(tx, id, kinds, now)))
      throw new AppError("not_found", "Already revoked or expired.");
    await recordAuditEntry(tx, by, { action: "revoked a feed", record: { type: "feed_token", id } });
  });
}

/** Lists the calendars, wallboards and API tokens, newest first. */
export async function listFeeds(db: Database, now: Date): Promise<FeedEntry[]> {
  const feeds = await listTokens(db, KINDS, now);
  return feeds.map(({ kind, settings, listed }) => {
    const { address, viewName, query } = readBoardFeed(settings);
    const readable = kind === "api" || query !== null;
    return { ...listed, kind, shows: viewName, boardAddress: boardAt(address), readable };
  });
}
