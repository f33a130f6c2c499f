import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { bombPdf, manyObjectsPdf, textPdf } from "@/tracking-service/testing/hostile-pdf";
import { openServiceAccess, type ServiceAccess } from "./loopback-webhook";
import { watchMemory } from "./process-memory";
import type { HostileRow, HostileTarget } from "./target";

/** Each poll sends one request per file. The limit is 330 a minute. */
const POLL_EVERY_MS = 3_000;
const GIVE_UP_MS = 180_000;
/** The reader process is killed above 512 MB. It may grow further until the next check. */
const MAX_READER_MB = 640;
const MAX_GROWTH_MB = 256;

const itemSchema = z.object({
  data: z.object({
    id: z.string(),
    attributes: z.object({ status: z.string(), failed_reason: z.string().nullable() }),
  }),
});

async function upload({ url, key }: ServiceAccess, name: string, bytes: Uint8Array<ArrayBuffer>) {
  const form = new FormData();
  form.append("file", new File([bytes], name, { type: "application/pdf" }));
  const headers = { Authorization: `Token ${key}` };
  const response = await fetch(`${url}/documents`, { method: "POST", headers, body: form });
  return itemSchema.parse(await response.json()).data.id;
}

async function readDocument({ url, key }: ServiceAccess, id: string) {
  const response = await fetch(`${url}/documents/${id}`, { headers: { Authorization: `Token ${key}` } });
  return itemSchema.parse(await response.json()).data.attributes;
}

/**
 * Uploads PDFs that decode to gigabytes. The service and its reader process must stay small, and a valid PDF must be
 * read afterwards.
 */
export async function largeDocuments(target: HostileTarget): Promise<HostileRow[]> {
  const service = await openServiceAccess(target);
  const memory = watchMemory(target.pids["tracking-service"] ?? 0);
  try {
    const files: [string, Uint8Array<ArrayBuffer>][] = [
      ["bomb.pdf", bombPdf(2_000)],
      ["large-bomb.pdf", bombPdf(2_000, 6)],
      ["objects.pdf", manyObjectsPdf(200_000)],
      ["scan.pdf", textPdf("")],
      ["good.pdf", textPdf("Delivery order MSKU4807969")],
    ];
    const ids = new Map<string, string>();
    for (const [name, bytes] of files) ids.set(name, await upload(service, name, bytes));
    const until = Date.now() + GIVE_UP_MS;
    const states = new Map<string, { status: string; failed_reason: string | null }>();
    while (states.size < ids.size && Date.now() < until) {
      for (const [name, id] of ids) {
        const state = await readDocument(service, id);
        if (state.status !== "pending") states.set(name, state);
      }
      await pause(POLL_EVERY_MS);
    }
    const status = (name: string) => states.get(name)?.status ?? "pending";
    const { quiet, most, ofChildren } = memory.end();
    return [
      {
        check: "Documents: memory of the tracking service",
        figure: `${Math.round(quiet)} MB quiet, ${Math.round(most)} MB at most`,
        held: quiet > 0 && most - quiet <= MAX_GROWTH_MB,
      },
      {
        check: "Documents: memory of the process that reads them",
        figure: `${Math.round(ofChildren)} MB at most`,
        held: ofChildren > 0 && ofChildren <= MAX_READER_MB,
      },
      {
        check: "Documents: hostile files are kept without text, good ones are read",
        figure: files.map(([name]) => `${name} ${status(name)}`).join(", "),
        held:
          status("bomb.pdf") === "extraction_failed" &&
          status("large-bomb.pdf") === "extraction_failed" &&
          status("objects.pdf") !== "pending" &&
          states.get("scan.pdf")?.failed_reason === "No text found in this file." &&
          status("good.pdf") === "extracted",
      },
    ];
  } finally {
    memory.end();
    await service.close();
  }
}
