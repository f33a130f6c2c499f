import { sql } from "drizzle-orm";
import { z } from "zod";
import { ensureSampleUser } from "@/lib/auth/accounts/sample-user";
import { hasUsers } from "@/lib/auth/accounts/users";
import type { SampleKind } from "@/lib/features/samples/rules";
import type { Database, Executor, Transaction } from "@/lib/platform/database/client";
import { queryColumn } from "@/lib/platform/database/rows";
import { installation, samples } from "@/lib/platform/database/schema/schema";

const DECISION = "samples";
/** A third of the ready containers get a dray carrier, and half of these a planned move. */
const CARRIER_SHARE = 1 / 3;
const MOVE_SHARE = 1 / 2;
const FOLLOW_UPS = 6;

const VIEWS = [
  { name: "Ready, no appointment", address: "ready=ready&appointment=without", shared: true },
  { name: "On hold by terminal", address: "ready=held&group=terminal", shared: true },
];

/** Actions in the audit log, as codes and as former texts, that change nothing. */
const SIGN_INS = ["user.signed_in", "user.signed_out", "signed in", "signed out"];

/** SQL: whether a user has changed or stored anything. */
const HAS_ACTED = sql`
  exists (select from audit_entries
    where user_id is not null and action <> all(${sql.param(SIGN_INS)}::text[]))
  or exists (select from views) or exists (select from follow_ups) or exists (select from planned_moves)
  or exists (select from per_diem_terms) or exists (select from terminal_hours) or exists (select from jobs)
  or exists (select from number_lists)`;

const isTrue = async (executor: Executor, condition: ReturnType<typeof sql>): Promise<boolean> =>
  (await queryColumn(executor, z.boolean(), sql`select (${condition}) as it`))[0] === true;

const isDecided = (executor: Executor) =>
  isTrue(executor, sql`exists (select from installation where name = ${DECISION})`);
const isLoaded = (executor: Executor) =>
  isTrue(executor, sql`exists (select from sync_runs where completed and kind = 'first_load')`);

/** Containers in a fixed order that is not the order of their numbers. */
const listContainers = (tx: Transaction, readiness: "ready" | "held"): Promise<string[]> =>
  queryColumn(
    tx,
    z.string(),
    sql`
      select container_id from board_rows
      where readiness = ${readiness} and row ->> 'deletedUpstreamAt' is null
      order by md5(container_id), container_id`,
  );

async function listPlans(tx: Transaction): Promise<(typeof samples.$inferInsert)[]> {
  const ready = await listContainers(tx, "ready");
  const held = await listContainers(tx, "held");
  const carriers = ready.slice(0, Math.ceil(ready.length * CARRIER_SHARE));
  const planned = carriers.slice(0, Math.ceil(carriers.length * MOVE_SHARE));
  const ofContainers = (kind: SampleKind, ids: readonly string[]) =>
    ids.map((subjectId, position) => ({ kind, subjectId, input: { position } }));
  return [
    ...VIEWS.map((view) => ({ kind: "view" as const, subjectId: view.name, input: view })),
    ...ofContainers("dray_carrier", carriers),
    ...ofContainers("planned_move", planned),
    ...ofContainers("follow_up", held.slice(0, FOLLOW_UPS)),
  ];
}

/**
 * Plans the samples once: after the first load, and only while no user has changed or stored anything. Returns false
 * while it is too early to decide. The caller makes sure that the account is the simulated one of our own service.
 */
export async function planSamples(db: Database): Promise<boolean> {
  if (await isDecided(db)) return true;
  if (!(await isLoaded(db)) || !(await hasUsers(db))) return false;
  await db.transaction(async (tx) => {
    const value = { planned: !(await isTrue(tx, HAS_ACTED)) };
    const decided = await tx
      .insert(installation)
      .values({ name: DECISION, value })
      .onConflictDoNothing()
      .returning({ name: installation.name });
    if (decided.length === 0 || !value.planned) return;
    await ensureSampleUser(tx);
    await tx.insert(samples).values(await listPlans(tx));
  });
  return true;
}
