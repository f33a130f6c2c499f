import { z } from "zod";
import { recordAuditEntry } from "@/lib/auth/audit/audit-log";
import { type CommandContext, command } from "@/lib/auth/commands/command";
import {
  type AccessToken,
  findAccessToken,
  isTokenValid,
  makeAccessToken,
  revokeAccessToken,
} from "@/lib/auth/tokens/access-tokens";
import { listTokens } from "@/lib/auth/tokens/token-list";
import { type SharedAbout, sharedAboutSchema } from "@/lib/features/sharing/links/share-settings";
import { fixedAbout, hrefOf, readText } from "@/lib/features/sharing/links/shared-records";
import { findByNumber } from "@/lib/features/sharing/queries/find-by-number";
import type { EmbedEntry } from "@/lib/features/sharing/rules/settings-data";
import { SHARED_VIEWS } from "@/lib/features/sharing/rules/shared-container";
import type { Database, Executor } from "@/lib/platform/database/client";
import { plainText } from "@/lib/platform/database/storable-id";
import { AppError } from "@/lib/platform/errors";

const MAX_ORIGINS = 20;

/** "https://intranet.example.com": a scheme, a host and an optional port, nothing else. Wildcards are not allowed. */
const originSchema = z
  .string()
  .trim()
  .transform((text, context) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    const bare =
      url !== null && /^https?:$/.test(url.protocol) && url.pathname === "/" && !/[*@?#;,'"\s]/.test(text);
    if (url !== null && bare) return url.origin;
    context.addIssue({
      code: "custom",
      message: `“${text.slice(0, 80)}” is not a valid site. Use the format https://intranet.example.com.`,
    });
    return z.NEVER;
  });

/** The content of an embed: a fixed record or board, or a lookup of any container by the viewer. */
const embedAboutSchema = z.union([sharedAboutSchema, z.object({ kind: z.literal("lookup") })]);

const embedSettingsSchema = z.object({
  about: embedAboutSchema,
  view: z.enum(SHARED_VIEWS),
  charges: z.boolean(),
  /** The sites that may frame the embed. */
  origins: z.array(originSchema).min(1).max(MAX_ORIGINS),
});
export type EmbedSettings = z.infer<typeof embedSettingsSchema>;

const one = (message: string) => plainText(200).trim().min(1, { error: message });

/**
 * The input for a new embed: a record by its number or a board by its address. `origins` contains one site per line.
 */
export const embedInputSchema = z.object({
  label: plainText(80).trim().min(1, { error: "Enter a name." }),
  about: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("container"), number: one("Enter a container number.") }),
    z.object({ kind: z.literal("shipment"), number: one("Enter a bill of lading number.") }),
    z.object({ kind: z.literal("board"), address: plainText(8_000) }),
    z.object({ kind: z.literal("lookup") }),
  ]),
  view: z.enum(SHARED_VIEWS),
  charges: z.boolean(),
  origins: plainText(4_000)
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .pipe(
      z
        .array(originSchema)
        .min(1, { error: "Enter at least one allowed site." })
        .max(MAX_ORIGINS, { error: `At most ${MAX_ORIGINS} sites.` }),
    ),
});
export type EmbedInput = z.infer<typeof embedInputSchema>;

async function aboutOf(ctx: CommandContext, requested: EmbedInput["about"]): Promise<EmbedSettings["about"]> {
  if (requested.kind === "lookup") return requested;
  if (requested.kind === "board") return fixedAbout(ctx, requested);
  const found = await findByNumber(ctx.db, requested.number, requested.kind);
  if (found) return found;
  throw new AppError("not_found", `No ${requested.kind} found with the number “${requested.number}”.`);
}

/**
 * Creates an embed. Its token is returned only once. Throws `not_found` for an unknown number, `bad_input` for a board
 * that cannot be shared.
 */
export const makeEmbed = command(
  { right: "share", input: embedInputSchema },
  async (ctx, requested): Promise<{ id: string; token: string; label: string }> => {
    const { db, actor } = ctx;
    const { label, view, origins } = requested;
    const about = await aboutOf(ctx, requested.about);
    const settings: EmbedSettings = {
      about,
      view,
      charges: view === "customer" && requested.charges,
      origins,
    };
    return db.transaction(async (tx) => {
      const given = { kind: "embed" as const, label, settings, createdBy: actor.userId, expiresAt: null };
      const made = await makeAccessToken(tx, given);
      await recordAuditEntry(tx, actor, {
        action: "embed.created",
        record: { type: "embed", id: made.id },
        data: { label, about: about.kind, view, origins },
      });
      return { ...made, label };
    });
  },
);

/** Revokes an embed immediately. False when it was already revoked or expired. */
export const revokeEmbed = command(
  { right: "share", input: z.object({ id: z.uuid() }) },
  async ({ db, actor, now }, { id }): Promise<boolean> => {
    return db.transaction(async (tx) => {
      const ended = await revokeAccessToken(tx, id, ["embed"], now);
      if (ended)
        await recordAuditEntry(tx, actor, { action: "embed.revoked", record: { type: "embed", id } });
      return ended;
    });
  },
);

/** Returns an active embed with its settings. Null for an ended and for an unknown embed. */
export async function openEmbed(
  db: Executor,
  input: string,
  now: Date,
): Promise<{ token: AccessToken; settings: EmbedSettings } | null> {
  const token = await findAccessToken(db, "embed", input);
  const settings = embedSettingsSchema.safeParse(token?.settings);
  if (!token || !settings.success || !isTokenValid(token, now)) return null;
  return { token, settings: settings.data };
}

const recordsOf = (about: EmbedSettings["about"]): SharedAbout[] => (about.kind === "lookup" ? [] : [about]);

/** Returns the embeds, newest first. Embeds with invalid settings are omitted. */
export async function listEmbeds(db: Database, now: Date): Promise<EmbedEntry[]> {
  const embeds = (await listTokens(db, ["embed"], now)).flatMap(({ settings, listed }) => {
    const read = embedSettingsSchema.safeParse(settings);
    return read.success ? [{ listed, ...read.data }] : [];
  });
  const message = await readText(
    db,
    embeds.flatMap(({ about }) => recordsOf(about)),
  );
  return embeds.map(({ listed, about, ...shared }) => ({
    ...listed,
    ...shared,
    about: about.kind === "lookup" ? "Lookup" : (message(about) ?? "no longer in Drayboard"),
    href: about.kind === "lookup" ? null : hrefOf(about),
  }));
}
