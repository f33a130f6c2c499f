import { createHash } from "node:crypto";
import { z } from "zod";
import {
  DRIVER_STEPS,
  type DriverStep,
  MAX_PHOTO_BYTES,
  MAX_PHOTOS,
  type ReportingLink,
} from "@/lib/features/driver-reports/rules";
import type { Database } from "@/lib/platform/database/client";
import { driverPhotos } from "@/lib/platform/database/schema/schema";
import { AppError } from "@/lib/platform/errors";
import { convertPicture, UnreadablePicture } from "@/lib/platform/pictures/convert-picture";
import { changeReports, type OpenMove } from "./open-move";

export const photoSchema = z.object({ step: z.enum(DRIVER_STEPS) });

/** The longer side of a stored photo in pixels: enough to read a seal or a chassis number. */
const MAX_SIDE = 2_048;
const QUALITY = 80;

const JPEG = "ffd8ff";
const PNG = "89504e470d0a1a0a";
/** The brands of HEIC files, at byte 8 after "ftyp". libvips as packaged with sharp cannot decode them. */
const HEIC = /^ftyp(?:hei[cmsx]|hev[cmx]|mif1|msf1)/;

function requirePhoto(content: Buffer): void {
  if (content.byteLength === 0) throw new AppError("bad_input", "The photo is empty. Take it again.");
  if (content.byteLength > MAX_PHOTO_BYTES)
    throw new AppError("too_large", "The photo is larger than 10 MB. Send a smaller one.");
  if (HEIC.test(content.toString("latin1", 4, 12)))
    throw new AppError(
      "bad_input",
      "HEIC photos can’t be read. Send a JPEG or PNG. On an iPhone: Settings, Camera, Formats, Most Compatible.",
    );
  const begin = content.toString("hex", 0, 8);
  if (!begin.startsWith(JPEG) && begin !== PNG)
    throw new AppError("bad_input", "This is not a photo. Send a JPEG or PNG.");
}

/**
 * Returns a photo as it is stored: a JPEG of at most 2,048 pixels a side, upright, without location and other metadata.
 * Throws `bad_input` for anything that is no JPEG or PNG photo, `too_large` above 10 MB.
 */
export async function reencodePhoto(content: Buffer): Promise<Buffer> {
  requirePhoto(content);
  try {
    return await convertPicture(content, {
      fit: { width: MAX_SIDE, height: MAX_SIDE },
      background: "#ffffff",
      to: "jpeg",
      options: { quality: QUALITY },
    });
  } catch (error) {
    if (error instanceof UnreadablePicture) throw new AppError("bad_input", error.message, { cause: error });
    throw error;
  }
}

function requireSpace({ reports, requireOpen }: OpenMove, step: DriverStep): void {
  requireOpen();
  if (!reports.some((report) => report.step === step))
    throw new AppError("changed_meanwhile", "Report the step first, then add its photo.");
  if (reports.reduce((sum, { photos }) => sum + photos.length, 0) >= MAX_PHOTOS)
    throw new AppError("changed_meanwhile", `This link already has its ${MAX_PHOTOS} photos.`);
}

/**
 * Stores a photo of a reported step. The same photo sent again counts once. Throws `changed_meanwhile` when the step is
 * not reported, the link has its five photos or the move has ended; `not_found` after the link has ended.
 */
export async function addPhoto(
  db: Database,
  link: ReportingLink,
  { step, content }: { step: DriverStep; content: Buffer },
  now: Date,
): Promise<void> {
  // Nothing is decoded for a link that cannot take a photo.
  await changeReports(db, link, now, async (_, move) => {
    requireSpace(move, step);
    return null;
  });
  const stored = await reencodePhoto(content);
  const checksum = createHash("sha256").update(stored).digest();
  await changeReports(db, link, now, async (tx, move) => {
    requireSpace(move, step);
    const added = await tx
      .insert(driverPhotos)
      .values({ tokenId: link.id, step, addedAt: now, content: stored, checksum })
      .onConflictDoNothing()
      .returning({ id: driverPhotos.id });
    return added.length > 0 ? { action: "driver_photo.added", data: { label: link.label, step } } : null;
  });
}
