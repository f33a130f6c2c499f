import { randomUUID } from "node:crypto";
import { and, asc, eq } from "drizzle-orm";
import { z } from "zod";
import { endpoint, operation } from "@/tracking-service/endpoints/operation";
import { shortText } from "@/tracking-service/json-api/body";
import { itemAnswer, pageAnswer } from "@/tracking-service/json-api/document";
import { notFound, unprocessable } from "@/tracking-service/json-api/errors";
import { requireUuid } from "@/tracking-service/json-api/uuid";
import { presentParties } from "@/tracking-service/resources/account-records";
import { path } from "@/tracking-service/resources/resource";
import { isDuplicate } from "@/tracking-service/store/database";
import { parties } from "@/tracking-service/store/schema";

const bodySchema = z.object({
  data: z.object({ type: z.literal("party"), attributes: z.object({ company_name: shortText }) }),
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
      .orderBy(asc(parties.companyName), asc(parties.id))
      .limit(page.size)
      .offset(page.offset);
    return pageAnswer(presentParties(rows), null, total, page);
  },
});

/** 422 on company_name when blank, on customer when the account has it already. */
const create = operation({
  summary: "Creates a party.",
  section: "interface.md, POST /parties",
  body: bodySchema,
  success: { kind: "item", type: "party", status: 201 },
  async handle({ service: { db, now }, account, body }) {
    const { company_name: companyName } = body.data.attributes;
    if (companyName === "") {
      const source = { pointer: "/data/attributes/company_name" };
      throw unprocessable("Blank company_name", "company_name can't be blank.", source, "blank");
    }
    const row = { id: randomUUID(), accountId: account.id, companyName, nickname: null, createdAt: now() };
    try {
      await db.insert(parties).values(row);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      const detail = `${companyName} is a party of this account already.`;
      throw unprocessable("Party already exists", detail, { pointer: "/data/attributes/customer" }, "taken");
    }
    const [party] = presentParties([row]);
    if (!party) throw new Error("the party was not presented");
    return itemAnswer(party, path("parties", row.id), null, 201);
  },
});

const item = operation({
  summary: "One party.",
  section: "supplement.md, GET /parties/{id}",
  success: { kind: "item", type: "party" },
  async handle({ service: { db }, account, param }) {
    const id = requireUuid(param("id"));
    const rows = await db
      .select()
      .from(parties)
      .where(and(eq(parties.id, id), eq(parties.accountId, account.id)));
    const [party] = presentParties(rows);
    if (!party) throw notFound();
    return itemAnswer(party, path("parties", id), null);
  },
});

export const partyEndpoints = [
  endpoint("/parties", { get: list, post: create }),
  endpoint("/parties/{id}", { get: item }),
];
