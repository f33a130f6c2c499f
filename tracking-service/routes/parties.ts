import { randomUUID } from "node:crypto";
import { and, asc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { endpoint, operation } from "@/tracking-service/endpoints/operation";
import { shortText } from "@/tracking-service/json-api/body";
import { itemResponse, numberedPageResponse } from "@/tracking-service/json-api/document";
import { notFound, unprocessable } from "@/tracking-service/json-api/errors";
import { requireUuid } from "@/tracking-service/json-api/uuid";
import { presentParties } from "@/tracking-service/resources/account-records";
import { path } from "@/tracking-service/resources/resource";
import { type Database, isDuplicate } from "@/tracking-service/store/database";
import { parties } from "@/tracking-service/store/schema";

const createSchema = z.object({
  data: z.object({
    type: z.literal("party").optional(),
    attributes: z.object({ company_name: shortText, nickname: shortText.nullish() }),
  }),
});

const editSchema = z.object({
  data: z.object({
    type: z.literal("party").optional(),
    attributes: z.object({ company_name: shortText.optional(), nickname: shortText.nullish() }),
  }),
});

const list = operation({
  summary: "Parties of the account, by name.",
  section: "supplement.md, GET /parties",
  pageSize: 25,
  success: { kind: "list", type: "party" },
  async handle({ service: { db }, account, page }) {
    const where = eq(parties.accountId, account.id);
    const total = await db.$count(parties, where);
    const rows = await db
      .select()
      .from(parties)
      .where(where)
      .orderBy(asc(sql`lower(${parties.companyName})`), asc(parties.id))
      .limit(page.size)
      .offset(page.offset);
    return numberedPageResponse(presentParties(rows), null, total, page);
  },
});

const NAME = { pointer: "/data/attributes/company_name" };

function requireName(name: string): string {
  if (name !== "") return name;
  throw unprocessable("Blank company_name", "company_name can't be blank.", NAME, "blank");
}

/** Runs `write`. When the account already has a party of this name: 422 on the member that interface.md names. */
async function unlessTaken<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    const detail = `${name} is a party of this account already.`;
    throw unprocessable("Party already exists", detail, { pointer: "/data/attributes/customer" }, "taken");
  }
}

function response(
  row: typeof parties.$inferSelect,
  status: 200 | 201 = 200,
  self = path("parties", row.id),
): Response {
  const [party] = presentParties([row]);
  if (!party) throw new Error("the party was not presented");
  return itemResponse(party, self, null, status);
}

/** 422 on company_name when blank, and on customer when the account already has the party. */
const create = operation({
  summary: "Creates a party.",
  section: "interface.md, POST /parties",
  body: createSchema,
  success: { kind: "item", type: "party", status: 201 },
  async handle({ service: { db, now }, account, body }) {
    const { company_name, nickname } = body.data.attributes;
    const companyName = requireName(company_name);
    const row = {
      id: randomUUID(),
      accountId: account.id,
      companyName,
      nickname: nickname || null,
      createdAt: now(),
    };
    await unlessTaken(companyName, () => db.insert(parties).values(row));
    return response(row, 201);
  },
});

async function requireParty(db: Database, accountId: string, id: string) {
  const [row] = await db
    .select()
    .from(parties)
    .where(and(eq(parties.id, requireUuid(id)), eq(parties.accountId, accountId)));
  if (!row) throw notFound("There is no such party in this account.");
  return row;
}

const item = operation({
  summary: "One party.",
  section: "supplement.md, GET /parties/{id}",
  success: { kind: "item", type: "party" },
  handle: async ({ service: { db }, account, param, self }) =>
    response(await requireParty(db, account.id, param("id")), 200, self),
});

/** Absent members stay unchanged. A null or blank nickname removes it. */
const edit = operation({
  summary: "Renames a party or changes its nickname.",
  section: "supplement.md, PATCH /parties/{id}",
  body: editSchema,
  success: { kind: "item", type: "party" },
  async handle({ service: { db }, account, param, body }) {
    const before = await requireParty(db, account.id, param("id"));
    const { company_name: name, nickname } = body.data.attributes;
    const change = {
      companyName: name === undefined ? undefined : requireName(name),
      nickname: nickname === undefined ? undefined : nickname || null,
    };
    if (name === undefined && nickname === undefined) return response(before);
    const [after] = await unlessTaken(name ?? before.companyName, () =>
      db.update(parties).set(change).where(eq(parties.id, before.id)).returning(),
    );
    return response(after ?? before);
  },
});

export const partyEndpoints = [
  endpoint("/parties", { get: list, post: create }),
  endpoint("/parties/{id}", { get: item, patch: edit }),
];
