import { z } from "zod";
import { MAX_PHOTO_BYTES } from "@/lib/features/driver-reports/rules";

const LOST = "Not sent. Check your connection, then try again. Nothing is counted twice.";

const refusalSchema = z.object({
  error: z.object({ message: z.string(), fields: z.record(z.string(), z.string()).default({}) }),
});

/** A refused request: the message, those of its fields, and whether its link has ended. */
export type RefusedRequest = {
  message: string;
  fields: Readonly<Record<string, string>>;
  isEnded: boolean;
};

/** Sends a request. Returns null when it was accepted. */
async function send(address: string, body: BodyInit, type: string): Promise<RefusedRequest | null> {
  const lost = { message: LOST, fields: {}, isEnded: false };
  try {
    const response = await fetch(address, { method: "POST", body, headers: { "Content-Type": type } });
    if (response.ok) return null;
    const read = refusalSchema.safeParse(await response.json().catch(() => null));
    return read.success ? { ...read.data.error, isEnded: response.status === 404 } : lost;
  } catch {
    return lost;
  }
}

/** Sends the fields of a form as JSON. Returns null when they were accepted. */
export const sendFields = (address: string, fields: object): Promise<RefusedRequest | null> =>
  send(address, JSON.stringify(fields), "application/json");

/** Sends a report or its undo as JSON. Returns the problem to show, or null when it was accepted. */
export async function sendReport(address: string, report: object): Promise<string | null> {
  return (await sendFields(address, report))?.message ?? null;
}

/** Sends a photo unchanged, unless it is too large. */
export async function sendPhoto(address: string, photo: File): Promise<string | null> {
  if (photo.size > MAX_PHOTO_BYTES) return "The photo is larger than 10 MB. Send a smaller one.";
  return (await send(address, photo, "application/octet-stream"))?.message ?? null;
}
