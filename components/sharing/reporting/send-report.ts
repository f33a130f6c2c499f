import { MAX_PHOTO_BYTES } from "@/lib/features/driver-reports/rules";

const LOST = "Not sent. Check your connection, then try again. Nothing is counted twice.";

/** The message of a refusal in the body of a response. */
function messageIn(body: unknown): string | null {
  const error = typeof body === "object" && body !== null && "error" in body ? body.error : null;
  const has = typeof error === "object" && error !== null && "message" in error;
  return has && typeof error.message === "string" ? error.message : null;
}

/** Sends a request. Returns the problem to show, or null when it was accepted. */
async function send(address: string, body: BodyInit, type: string): Promise<string | null> {
  try {
    const response = await fetch(address, { method: "POST", body, headers: { "Content-Type": type } });
    if (response.ok) return null;
    return messageIn(await response.json().catch(() => null)) ?? LOST;
  } catch {
    return LOST;
  }
}

/** Sends a report or its undo as JSON. */
export const sendReport = (address: string, report: object): Promise<string | null> =>
  send(address, JSON.stringify(report), "application/json");

/** Sends a photo unchanged, unless it is too large. */
export async function sendPhoto(address: string, photo: File): Promise<string | null> {
  if (photo.size > MAX_PHOTO_BYTES) return "The photo is larger than 10 MB. Send a smaller one.";
  return send(address, photo, "application/octet-stream");
}
