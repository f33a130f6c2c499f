import type { ItemDocument, JsonApiRecord } from "@/lib/contract/json-api";
import { AppError } from "@/lib/platform/errors";
import type { TrackingClient } from "./client";
import type { Fetched } from "./types";

const SEND_AFTER_MS = [300, 1_500];

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Creates a record, once. If no response arrives, the record is looked up. If found, it is returned as the response. If
 * not, the error states that nothing was done. A create is never sent twice. Throws the client's errors. They have
 * `mayBeDone` when the lookup also failed, and after a timeout, because the service may execute the request after the
 * lookup.
 */
export async function createOnce(
  client: TrackingClient,
  path: string,
  body: unknown,
  find: () => Promise<JsonApiRecord | null>,
): Promise<Fetched<ItemDocument>> {
  try {
    return await client.create(path, body);
  } catch (failure) {
    if (!(failure instanceof AppError) || !failure.mayBeDone) throw failure;
    for (const ms of SEND_AFTER_MS) {
      await sleep(ms);
      const sentAt = new Date();
      const found = await find().catch(() => {
        throw failure;
      });
      if (found) return { document: { data: found }, sentAt, readUntil: new Date() };
    }
    if (failure.mayComeYet) throw failure;
    const text = "The tracking service did not respond. Nothing was created. Try again.";
    throw new AppError("service_unreachable", text, { cause: failure });
  }
}
