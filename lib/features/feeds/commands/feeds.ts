import { z } from "zod";
import type { Writer } from "@/lib/auth/access/actor";
import { recordAuditEntry } from "@/lib/auth/audit/audit-log";
import { type CommandContext, command } from "@/lib/auth/commands/command";
import type { FeedKind } from "@/lib/auth/throttling/feed-rate-limit";
import { countActiveTokens, makeAccessToken, revokeAccessToken } from "@/lib/auth/tokens/access-tokens";
import { listTokens } from "@/lib/auth/tokens/token-list";
import { requireSharedSearch } from "@/lib/features/board/queries/shared-search";
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

const CREATED = {
  calendar: "calendar.created",
  wall: "wallboard.created",
  api: "api_token.created",
} as const;
const KINDS = ["calendar", "wall", "api"] as const satisfies readonly FeedKind[];

async function createFeed(tx: Transaction, by: Writer, requested: FeedInput, now: Date): Promise<MadeFeed> {
  const { kind, label, life, settings } = requested;
  if ((await countActiveTokens(tx, kind, now)) >= MAX_ACTIVE)
    throw new AppError("bad_input", `Limit of ${MAX_ACTIVE} reached. Revoke one first.`);
  const days = FEED_LIVES[life];
  const expiresAt = days === null ? null : new Date(now.getTime() + days * DAY_MS);
  const created = await makeAccessToken(tx, { kind, label, settings, createdBy: by.userId, expiresAt });
  await recordAuditEntry(tx, by, {
    action: CREATED[kind],
    record: { type: `${kind}_token`, id: created.id },
    data: { label, days },
  });
  return created;
}

/**
 * Creates a calendar or wallboard from one of the user's views, or from all containers. The filters of the view are
 * copied, so that later changes of the view have no effect. Throws `not_found` for a view that no longer exists,
 * `bad_input` for a view that cannot be shared.
 */
export const makeBoardFeed = command(
  { right: "share", input: boardFeedSchema },
  async ({ db, actor, now }, { kind, label, life, viewId }): Promise<MadeFeed> => {
    return transact(db, async (tx) => {
      let settings: BoardFeedSettings = { address: "", viewName: null };
      if (viewId !== "") {
        const { views } = await listViews(tx, actor);
        const view = views.find(({ id }) => id === viewId);
        if (!view) throw new AppError("not_found", "This view is no longer available. Select another.");
        const { address, problem } = givenAddress(view.address);
        if (address === null) throw new AppError("bad_input", problem);
        await requireSharedSearch(tx, address, { reader: actor.userId, now });
        settings = { address, viewName: view.name };
      }
      return createFeed(tx, actor, { kind, label, life, settings }, now);
    });
  },
);

/** Creates a token for a program that reads all containers. */
export const makeApiToken = command(
  { right: "administer", input: apiTokenSchema },
  async ({ db, actor, now }, { label, life }): Promise<MadeFeed> => {
    return transact(db, (tx) => createFeed(tx, actor, { kind: "api", label, life, settings: {} }, now));
  },
);

async function revoke(
  { db, actor, now }: CommandContext,
  id: string,
  kinds: readonly FeedKind[],
): Promise<void> {
  await transact(db, async (tx) => {
    if (!(await revokeAccessToken(tx, id, kinds, now)))
      throw new AppError("not_found", "Already revoked or expired.");
    await recordAuditEntry(tx, actor, {
      action: "feed.revoked",
      record: { type: "feed_token", id },
      data: {},
    });
  });
}

const revokeSchema = z.object({ id: z.uuid() });

/** Revokes a calendar or a wallboard immediately. Throws `not_found` when it had already ended. */
export const revokeFeed = command(
  { right: "share", input: revokeSchema },
  async (ctx, { id }): Promise<void> => revoke(ctx, id, ["calendar", "wall"]),
);

/** Revokes an API token immediately. Throws `not_found` when it had already ended. */
export const revokeApiToken = command(
  { right: "administer", input: revokeSchema },
  async (ctx, { id }): Promise<void> => revoke(ctx, id, ["api"]),
);

/** Lists the calendars, wallboards and API tokens, newest first. */
export async function listFeeds(db: Database, now: Date): Promise<FeedEntry[]> {
  const feeds = await listTokens(db, KINDS, now);
  return feeds.map(({ kind, settings, listed }) => {
    const { address, viewName, query } = readBoardFeed(settings);
    const readable = kind === "api" || query !== null;
    return { ...listed, kind, shows: viewName, boardAddress: boardAt(address), readable };
  });
}
