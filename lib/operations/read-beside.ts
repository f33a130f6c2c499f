import { sql } from "drizzle-orm";
import { z } from "zod";
import { requireSession } from "@/lib/auth/session";
import { db } from "@/lib/db/client";
import { AppError, reasonOf } from "@/lib/errors";
import { logger } from "@/lib/log";
import { clientForPerson } from "@/lib/tracking/account";
import { pathOf, type TrackingClient } from "@/lib/tracking/client";

/** What the service knows of a box that the mirror does not keep. */
export const BESIDE_KINDS = ["map", "custom_fields", "documents"] as const;
export type BesideKind = (typeof BESIDE_KINDS)[number];

/**
 * What the service said and when (UTC text). `problem`: why there is nothing newer, in words; `code` its kind. `answer`
 * null: it never said.
 */
export type Beside = {
  answer: unknown;
  answeredAt: string | null;
  problem: string | null;
  code: string | null;
};

const HOUR_MS = 3_600_000;
/** How long an answer stands; what the plan leaves out is asked for once a day. */
const KEPT_MS: Record<BesideKind, number> = { map: 6 * HOUR_MS, custom_fields: HOUR_MS, documents: HOUR_MS };
const REFUSED_KEPT_MS = 24 * HOUR_MS;
/** After trouble nobody asks again before this. */
const TROUBLE_KEPT_MS = 60_000;

const mapSchema = z.looseObject({ type: z.literal("FeatureCollection"), features: z.array(z.unknown()) });

const ASK: Record<BesideKind, (client: TrackingClient, id: string) => Promise<unknown>> = {
  map: async (client, id) =>
    (await client.getPlain(pathOf("containers", id, "map_geojson"), mapSchema)).document,
  custom_fields: async (client, id) =>
    (
      await client.getPage(pathOf("containers", id, "custom_fields"), {
        include: "definition",
        "page[size]": 100,
      })
    ).document,
  documents: async (client, id) =>
    (await client.getPage("documents", { "filter[cargo_id]": id, include: "cargos", "page[size]": 100 }))
      .document,
};

type Kept = Beside & { ageMs: number };

async function findKept(kind: BesideKind, containerId: string): Promise<Kept | null> {
  const { rows } = await db().execute<Kept>(sql`
    select answer, to_iso(answered_at) as "answeredAt", problem, code,
      (extract(epoch from clock_timestamp() - asked_at) * 1000)::float8 as "ageMs"
    from kept_answers where kind = ${kind} and container_id = ${containerId}`);
  return rows[0] ?? null;
}

function stands(kind: BesideKind, { code, ageMs }: Kept): boolean {
  if (code === null) return ageMs < KEPT_MS[kind];
  return ageMs < (code === "not_allowed" ? REFUSED_KEPT_MS : TROUBLE_KEPT_MS);
}

async function keep(
  kind: BesideKind,
  containerId: string,
  said: Omit<Beside, "answeredAt">,
): Promise<Beside> {
  const answer = said.answer === null ? null : JSON.stringify(said.answer);
  // What was said before stands beside the trouble of asking again.
  const { rows } = await db().execute<Beside>(sql`
    insert into kept_answers (kind, container_id, answer, answered_at, problem, code, asked_at)
    values (${kind}, ${containerId}, ${answer}::jsonb, case when ${answer}::jsonb is not null then clock_timestamp() end,
      ${said.problem}, ${said.code}, clock_timestamp())
    on conflict (kind, container_id) do update
      set answer = coalesce(excluded.answer, kept_answers.answer),
        answered_at = coalesce(excluded.answered_at, kept_answers.answered_at), problem = excluded.problem,
        code = excluded.code, asked_at = excluded.asked_at
    returning answer, to_iso(answered_at) as "answeredAt", problem, code`);
  const [kept] = rows;
  if (!kept) throw new Error("keeping an answer answered no row");
  return kept;
}

const asking = new Map<string, Promise<Beside>>();

async function ask(kind: BesideKind, containerId: string): Promise<Beside> {
  try {
    const answer = await ASK[kind](clientForPerson(), containerId);
    return await keep(kind, containerId, { answer, problem: null, code: null });
  } catch (error) {
    if (!(error instanceof AppError)) {
      logger("operation").error({ kind, cause: reasonOf(error) }, "what stands beside a box was not read");
      throw error;
    }
    return keep(kind, containerId, { answer: null, problem: error.message, code: error.code });
  }
}

/**
 * What the service knows of a box beside the mirror: kept for a while, so that a page costs a request only when
 * somebody opens it and what is kept is old. Never throws the service's refusals: they are part of the answer. A box of
 * another account is one the service does not know.
 */
export async function readBeside(kind: BesideKind, containerId: string): Promise<Beside> {
  await requireSession();
  const kept = await findKept(kind, containerId);
  if (kept && stands(kind, kept)) return kept;
  const key = `${kind} ${containerId}`;
  const running = asking.get(key) ?? ask(kind, containerId).finally(() => asking.delete(key));
  asking.set(key, running);
  return running;
}
