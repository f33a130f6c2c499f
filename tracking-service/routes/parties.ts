import { randomUUID } from "node:crypto";
import { and, asc, count, eq } from "drizzle-orm";
import type { Hono } from "hono";
import { z } from "zod";
import { readBody, readDocument, shortText } from "@/tracking-service/json-api/body";
import { itemAnswer, pageAnswer } from "@/tracking-service/json-api/document";
import { notFound, unprocessable } from "@/tracking-service/json-api/errors";
import { pageOf } from "@/tracking-service/json-api/paging";
import { requireUuid } from "@/tracking-service/json-api/uuid";
import { presentParties } from "@/tracking-service/resources/account-records";
import { path } from "@/tracking-service/resources/resource";
import { isDuplicate } from "@/tracking-service/store/database";
import { parties } from "@/tracking-service/store/schema";
import { type Environment, endpoint, type Request, type Service } from "./context";

const bodySchema = z.object({
  data: z.object({ type: z.literal("party"), attributes: z.object({ company_name: shortText }) }),
});

/** GET /parties: 25 a page by default (supplement.md, Endpoints), by name. */
async function list({ db }: Service, context: Request): Promise<Response> {
  const page = pageOf(new URL(context.req.url), 25);
  const where = eq(parties.accountId, context.var.account.id);
  const [total] = await db.select({ rows: count() }).from(parties).where(where);
  const rows = await db
    .select()
    .from(parties)
    .where(where)
    .orderBy(asc(parties.companyName), asc(parties.id))
    .limit(page.size)
    .offset(page.offset);
  return pageAnswer(presentParties(rows), null, total?.rows ?? 0, page);
}

/** POST /parties (interface.md): 422 on company_name when blank, on customer when the account has it already. */
async function create({ db, now }: Service, context: Request): Promise<Response> {
  const { company_name: companyName } = readBody(bodySchema, await readDocument(context.req.raw)).data
    .attributes;
  if (companyName === "") {
    const source = { pointer: "/data/attributes/company_name" };
    throw unprocessable("Blank company_name", "company_name can't be blank.", source, "blank");
  }
  const row = {
    id: randomUUID(),
    accountId: context.var.account.id,
    companyName,
    nickname: null,
    createdAt: now(),
  };
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
}

async function item({ db }: Service, context: Request): Promise<Response> {
  const id = requireUuid(context.req.param("id"));
  const rows = await db
    .select()
    .from(parties)
    .where(and(eq(parties.id, id), eq(parties.accountId, context.var.account.id)));
  const [party] = presentParties(rows);
  if (!party) throw notFound();
  return itemAnswer(party, path("parties", id), null);
}

export function partyRoutes(app: Hono<Environment>, service: Service): void {
  endpoint(app, "/parties", {
    get: (context) => list(service, context),
    post: (context) => create(service, context),
  });
  endpoint(app, "/parties/:id", { get: (context) => item(service, context) });
}
