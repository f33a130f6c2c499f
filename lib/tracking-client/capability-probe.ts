import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { gateOf } from "@/lib/contract/plan-limits";
import type { Executor } from "@/lib/platform/database/client";
import { installation } from "@/lib/platform/database/schema/schema";
import { AppError } from "@/lib/platform/errors";
import type { TrackingClient } from "./client";

const NAME = "account_reach";
const REFRESH_MS = 24 * 3_600_000;
/** An id without a record: the response shows whether the account may request records at all. */
const NO_ONE = "00000000-0000-0000-0000-000000000000";

const accessSchema = z.object({ access: z.enum(["yes", "no", "unknown"]), text: z.string().nullable() });
const reachSchema = z.object({
  checkedAt: z.string(),
  key: z.enum(["verified", "refused", "unknown"]),
  records: accessSchema,
  routing: accessSchema,
  refresh: accessSchema,
});

type Access = z.infer<typeof accessSchema>;

/** Whether the service accepts the key, and what the account may do. `words` are the service's own messages. */
export type Reach = z.infer<typeof reachSchema>;

export async function findReach(executor: Executor): Promise<Reach | null> {
  const [row] = await executor.select().from(installation).where(eq(installation.name, NAME));
  const read = reachSchema.safeParse(row?.value);
  return read.success ? read.data : null;
}

const REFUSALS = ["not_allowed", "service_refused_key"];

async function accessTo(request: () => Promise<unknown>): Promise<Access & { code: string | null }> {
  try {
    await request();
    return { access: "yes", text: null, code: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message } = error;
    if (code === "not_found") return { access: "yes", text: null, code };
    return { access: REFUSALS.includes(code) ? "no" : "unknown", text: message, code };
  }
}

/**
 * Checks what the key permits: requests one record, a vessel and a refresh of ids that do not exist. Changes nothing at
 * the service.
 */
export async function checkReach(executor: Executor, client: TrackingClient): Promise<Reach> {
  const records = await accessTo(() => client.getPage("shipments", { "page[size]": 1 }));
  const unasked: Access = { access: "unknown", text: null };
  const [routing, refresh] =
    records.access === "unknown"
      ? [unasked, unasked]
      : [
          await accessTo(() => client.getItem(`vessels/${NO_ONE}`)),
          await accessTo(() => client.edit(`containers/${NO_ONE}/refresh`, undefined)),
        ];
  // A restricted free account gets the same status for everything except tracking, although its key is valid.
  const refused =
    records.code === "service_refused_key" && gateOf(401, "GET shipments", records.text ?? "") === "key";
  const reach = reachSchema.parse({
    checkedAt: new Date().toISOString(),
    key: records.access === "unknown" ? "unknown" : refused ? "refused" : "verified",
    records,
    routing,
    refresh,
  } satisfies Reach);
  await executor
    .insert(installation)
    .values({ name: NAME, value: reach })
    .onConflictDoUpdate({
      target: installation.name,
      set: { value: reach, updatedAt: sql`clock_timestamp()` },
    });
  return reach;
}

/** Same as above, once a day, and repeated until the key got a response once. Returns whether it sent requests. */
export async function refreshReach(executor: Executor, client: TrackingClient): Promise<boolean> {
  const known = await findReach(executor);
  const recent = known !== null && Date.now() - Date.parse(known.checkedAt) < REFRESH_MS;
  if (recent && known.key !== "unknown") return false;
  await checkReach(executor, client);
  return true;
}
