import { sql } from "drizzle-orm";
import { z } from "zod";
import { gateOf, PLAN_GATES, type PlanGate } from "@/lib/contract/plan-limits";
import type { Executor } from "@/lib/platform/database/client";
import { queryRows } from "@/lib/platform/database/rows";
import type { AppError } from "@/lib/platform/errors";

/** A refusal because of the plan or the key, with the service's message. Instants are ISO text in UTC. */
export type SeenGate = { message: string; firstSeenAt: string; lastSeenAt: string; times: number };

const MAX_WORDS = 500;

/** Returns the plan limit of a failed request. Null for a failure that is unrelated to key or plan. */
function gateOfFailure(request: string, { code, message }: AppError): PlanGate | null {
  if (code === "service_refused_key") return gateOf(401, request, message);
  return code === "not_allowed" ? gateOf(403, request, message) : null;
}

/** Records that a request reached a plan limit. Does nothing for a failure that is unrelated to key or plan. */
export async function noteGate(executor: Executor, request: string, failure: AppError): Promise<void> {
  const gate = gateOfFailure(request, failure);
  if (gate === null) return;
  await executor.execute(sql`
    insert into plan_limits as seen (gate, message) values (${gate}, ${failure.message.slice(0, MAX_WORDS)})
    on conflict (gate) do update
      set message = excluded.message, last_seen_at = excluded.last_seen_at, times = seen.times + 1`);
}

const gateSchema = z.object({
  gate: z.string(),
  message: z.string(),
  firstSeenAt: z.string(),
  lastSeenAt: z.string(),
  times: z.number(),
});

/** Returns all recorded plan limits. */
export async function listGates(executor: Executor): Promise<Partial<Record<PlanGate, SeenGate>>> {
  const rows = await queryRows(
    executor,
    gateSchema,
    sql`
      select gate, message, to_iso(first_seen_at) as "firstSeenAt", to_iso(last_seen_at) as "lastSeenAt", times
      from plan_limits`,
  );
  return Object.fromEntries(
    rows.flatMap(({ gate, ...seen }) => (PLAN_GATES.some((known) => known === gate) ? [[gate, seen]] : [])),
  );
}
