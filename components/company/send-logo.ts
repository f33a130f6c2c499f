import { z } from "zod";

const errorSchema = z.object({ error: z.object({ message: z.string() }) });

/** Uploads a logo. Returns why it was refused, null after success. */
export async function sendLogo(file: File): Promise<string | null> {
  try {
    const response = await fetch("/api/logo", {
      method: "POST",
      headers: { "Content-Type": "application/octet-stream" },
      body: file,
    });
    if (response.ok) return null;
    const read = errorSchema.safeParse(await response.json().catch(() => null));
    return read.success ? read.data.error.message : `The logo was not saved (status ${response.status}).`;
  } catch {
    return "Connection lost. Upload again.";
  }
}
