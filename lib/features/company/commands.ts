import { createHash } from "node:crypto";
import { z } from "zod";
import { type AuditInput, recordAuditEntry } from "@/lib/auth/audit/audit-log";
import { type CommandContext, command } from "@/lib/auth/commands/command";
import { companyNameSchema, MAX_LOGO_BYTES } from "@/lib/features/company/rules";
import { company } from "@/lib/platform/database/schema/schema";
import { AppError } from "@/lib/platform/errors";
import { convertPicture, UnreadablePicture } from "@/lib/platform/pictures/convert-picture";

/** The size of a stored logo in pixels: twice what is shown, for sharp screens and paper. */
const MAX_WIDTH = 640;
const MAX_HEIGHT = 160;

const JPEG = /^ffd8ff/;
const PNG = /^89504e470d0a1a0a/;
/** "RIFF", four bytes of length, "WEBP". */
const WEBP = /^52494646.{8}57454250/;

function requireLogo(content: Buffer): void {
  if (content.byteLength === 0) throw new AppError("bad_input", "The file is empty. Select another.");
  if (content.byteLength > MAX_LOGO_BYTES)
    throw new AppError("too_large", "The logo is larger than 1 MB. Select a smaller one.");
  const begin = content.toString("hex", 0, 12);
  if (![JPEG, PNG, WEBP].some((format) => format.test(begin)))
    throw new AppError("bad_input", "Select a PNG, JPEG or WebP file.");
}

/** Returns a logo as it is stored: a PNG within the maximum size, upright, without metadata. */
async function reencodeLogo(content: Buffer): Promise<Buffer> {
  requireLogo(content);
  try {
    return await convertPicture(content, {
      fit: { width: MAX_WIDTH, height: MAX_HEIGHT },
      to: "png",
      options: { compressionLevel: 9 },
    });
  } catch (error) {
    if (error instanceof UnreadablePicture) throw new AppError("bad_input", error.message, { cause: error });
    throw error;
  }
}

type Change = Partial<typeof company.$inferInsert>;

async function saveCompany({ db, actor }: CommandContext, change: Change, entry: AuditInput): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.insert(company).values(change).onConflictDoUpdate({ target: company.onlyRow, set: change });
    await recordAuditEntry(tx, actor, entry);
  });
}

/** Saves the company's name, "" for none. */
export const saveCompanyName = command(
  { right: "administer", input: companyNameSchema },
  (ctx, { name }): Promise<void> =>
    saveCompany(ctx, { name }, { action: "company.name_saved", data: { name } }),
);

/**
 * Stores a logo, encoded again. Throws `bad_input` for anything that is no PNG, JPEG or WebP picture, `too_large` above
 * 1 MB.
 */
export const saveLogo = command(
  { right: "administer", input: z.object({ content: z.instanceof(Buffer) }) },
  async (ctx, { content }): Promise<{ version: string }> => {
    const logo = await reencodeLogo(content);
    const version = createHash("sha256").update(logo).digest("base64url").slice(0, 16);
    await saveCompany(ctx, { logo, logoVersion: version }, { action: "company.logo_saved" });
    return { version };
  },
);

/** Removes the logo. */
export const removeLogo = command(
  { right: "administer", input: z.object({}) },
  (ctx): Promise<void> =>
    saveCompany(ctx, { logo: null, logoVersion: null }, { action: "company.logo_removed" }),
);
