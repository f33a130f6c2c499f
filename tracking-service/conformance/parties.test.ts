import { beforeAll, describe, expect, it } from "vitest";
import { relatedOne } from "@/lib/contract/json-api";
import { everyPage } from "@/tracking-service/testing/every-page";
import { read, send, UNKNOWN } from "./recorded-requests";
import { call, itHere, target } from "./target";

const NOWHERE = "00000000-0000-4000-8000-000000000000";
const NAME = { pointer: "/data/attributes/company_name" };

const body = (attributes: unknown, type = "party") => ({ data: { type, attributes } });
const unique = (name: string) => `Conformance ${name} ${Date.now()} ${Math.random()}`;

async function create(attributes: object) {
  return call("/parties", { body: body(attributes) });
}

const edit = (id: string, attributes: unknown) =>
  call(`/parties/${id}`, { method: "PATCH", body: body(attributes) });

/** The tests create few parties, because parties cannot be deleted. */
let mine: { id: string; name: string };

beforeAll(async () => {
  const name = unique("Haulage");
  mine = { id: (await create({ company_name: name })).item.id, name };
});

describe("interface.md, POST /parties", () => {
  it("creates a party; interface.md, POST /parties: links.self; supplement.md, Status codes and envelopes: 201 for POST parties", async () => {
    const company_name = unique("Drayage");
    const response = await create({ company_name: `  ${company_name} ` });
    expect(response.status).toBe(201);
    expect(response.item.attributes).toMatchObject({ company_name });
    expect(response.document.links?.self).toMatch(new RegExp(`/v2/parties/${response.item.id}$`));
  });

  it.each([{ company_name: "" }, { company_name: "  " }, { company_name: null }, {}])(
    "422 on company_name when it is blank: %j",
    async (attributes) => {
      const response = await create(attributes);
      expect(response.status).toBe(422);
      expect(response.error.source).toEqual(NAME);
    },
  );

  it("422 on customer when the account has the party; interface.md, Errors: 422 for a duplicate party", async () => {
    for (const name of [mine.name, mine.name.toUpperCase(), ` ${mine.name}`]) {
      const response = await create({ company_name: name });
      expect(response.status).toBe(422);
      expect(response.error.source).toEqual({ pointer: "/data/attributes/customer" });
    }
  });

  it.each<[unknown, number, string]>([
    [body({ company_name: 5 }), 400, "/data/attributes/company_name"],
    [body({ company_name: "x".repeat(256) }), 422, "/data/attributes/company_name"],
    [body({ company_name: "ok", nickname: 5 }), 400, "/data/attributes/nickname"],
    [body(undefined), 400, "/data/attributes"],
    [body({ company_name: "ok" }, "parties"), 400, "/data/type"],
    [{}, 400, "/data"],
  ])("refuses %j with %i", async (document, status, pointer) => {
    const response = await call("/parties", { body: document });
    expect(response.status).toBe(status);
    expect(response.error.source?.pointer).toBe(pointer);
  });
});

describe("interface.md, party", () => {
  it("company_name", async () => {
    expect((await call(`/parties/${mine.id}`)).item.attributes?.company_name).toBe(mine.name);
  });

  it("nickname, also of sideloaded parties", async () => {
    const nickname = "Conformance";
    await edit(mine.id, { nickname });
    expect((await call(`/parties/${mine.id}`)).item.attributes?.nickname).toBe(nickname);
    const requested = await send(UNKNOWN, { customer: { data: { type: "party", id: mine.id } } });
    const { included } = await read(requested.item.id);
    expect(included.find(({ id }) => id === mine.id)?.attributes?.nickname).toBe(nickname);
  });

  it("can be the customer of a tracking request", async () => {
    const requested = await send(UNKNOWN, { customer: { data: { type: "party", id: mine.id } } });
    expect(relatedOne((await read(requested.item.id)).item, "customer")?.id).toBe(mine.id);
  });

  itHere("belongs to one account", "it takes a second account", async () => {
    const key = target.strangerKey ?? "";
    expect((await call(`/parties/${mine.id}`, { key })).status).toBe(404);
    const response = await call(`/parties/${mine.id}`, {
      key,
      method: "PATCH",
      body: body({ nickname: "x" }),
    });
    expect(response.status).toBe(404);
    const theirs = await everyPage((path) => call(path, { key }), "/parties");
    expect(theirs.items.map(({ id }) => id)).not.toContain(mine.id);
  });
});

describe("supplement.md, GET /parties/{id}; supplement.md, PATCH /parties/{id}", () => {
  it("supplement.md, GET /parties: 25 a page", async () => {
    const response = await call("/parties");
    expect(response.status).toBe(200);
    expect(response.items.length).toBeLessThanOrEqual(25);
    const { total = 0 } = response.document.meta ?? {};
    if (total > 25) expect(response.items).toHaveLength(25);
    const all = await everyPage(call, "/parties");
    expect(all.items.map(({ id }) => id)).toContain(mine.id);
  });

  it.each(["page[size]=0", "page[number]=x"])("refuses %s with 400", async (query) => {
    const response = await call(`/parties?${query}`);
    expect(response.status).toBe(400);
    expect(response.error.source?.parameter).toBe(query.split("=")[0]);
  });

  it("renames, gives a nickname and takes it away; what is not sent stays", async () => {
    const name = unique("Renamed");
    const renamed = await edit(mine.id, { company_name: ` ${name} `, nickname: "Nick" });
    expect(renamed.status).toBe(200);
    expect(renamed.item.attributes).toMatchObject({ company_name: name, nickname: "Nick" });
    expect((await edit(mine.id, {})).item.attributes).toEqual(renamed.item.attributes);
    const bare = await edit(mine.id, { nickname: null });
    expect(bare.item.attributes).toMatchObject({ company_name: name, nickname: null });
    const back = await edit(mine.id, { company_name: mine.name });
    expect(back.item.attributes?.company_name).toBe(mine.name);
    expect((await edit(mine.id, { company_name: mine.name.toUpperCase() })).status).toBe(200);
    await edit(mine.id, { company_name: mine.name });
  });

  it("refuses another party's name with 422, and keeps the old one", async () => {
    const company_name = unique("Taken");
    await create({ company_name });
    const response = await edit(mine.id, { company_name: company_name.toLowerCase() });
    expect(response.status).toBe(422);
    expect(response.error.source).toEqual({ pointer: "/data/attributes/customer" });
    expect((await call(`/parties/${mine.id}`)).item.attributes?.company_name).toBe(mine.name);
  });

  it.each<[unknown, number, string]>([
    [{ company_name: " " }, 422, "/data/attributes/company_name"],
    [{ company_name: null }, 422, "/data/attributes/company_name"],
    [{ company_name: [] }, 400, "/data/attributes/company_name"],
    [{ nickname: "x".repeat(256) }, 422, "/data/attributes/nickname"],
    [undefined, 400, "/data/attributes"],
  ])("refuses %j with %i", async (attributes, status, pointer) => {
    const response = await edit(mine.id, attributes);
    expect(response.status).toBe(status);
    expect(response.error.source?.pointer).toBe(pointer);
  });

  it.each([NOWHERE, "no-uuid"])("404 for %s", async (id) => {
    expect((await call(`/parties/${id}`)).status).toBe(404);
    expect((await edit(id, { nickname: "x" })).status).toBe(404);
  });
});
