import Ajv from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { GET as getContainer } from "@/app/api/v1/containers/[id]/route";
import { GET as getDescription } from "@/app/api/v1/openapi.json/route";
import { makeAccessToken, revokeAccessToken } from "@/lib/auth/tokens/access-tokens";
import { openTestAccount } from "@/lib/features/test-account";
import { GET as getContainers } from "./route";

const held = vi.hoisted((): { db: unknown; pool: unknown } => ({ db: null, pool: null }));
vi.mock("next/server", () => ({ connection: async () => undefined }));
vi.mock("@/lib/platform/config/config", async (original) => ({
  ...(await original<object>()),
  config: () => ({ publicUrl: "https://dashboard.example" }),
}));
vi.mock("@/lib/platform/database/client", async (original) => ({
  ...(await original<object>()),
  db: () => held.db,
  pool: () => held.pool,
}));

let dashboard: Awaited<ReturnType<typeof openTestAccount>>;
let token = "";
let tokenId = "";
beforeAll(async () => {
  dashboard = await openTestAccount();
  Object.assign(held, { db: dashboard.db, pool: dashboard.pool });
  const created = await makeAccessToken(dashboard.db, {
    kind: "api",
    label: "Rates",
    settings: {},
    createdBy: dashboard.ana.userId,
    expiresAt: null,
  });
  ({ id: tokenId, token } = created);
  await dashboard.tell({
    import_deadlines: {
      pickup_lfd_terminal: "2026-11-26T07:59:00Z",
      pickup_lfd_line: "2026-11-28T07:59:00Z",
    },
    pickup_appointment_at: "2026-11-24T17:30:00",
    fees_at_pod_terminal: [{ type: "demurrage", amount: 850, currency_code: "USD" }],
    availability_known: true,
    available_for_pickup: true,
  });
  await dashboard.tell(
    { number: "MSKU1111111", pod_timezone: "Moon/Base", pickup_lfd: "2026-11-25T01:00:00Z" },
    "c-2",
  );
  await dashboard.tell({ number: "MSKU2222222", pod_full_out_at: "2026-11-19T07:59:00Z" }, "c/3 ü");
  await dashboard.tell({ number: null, pod_discharged_at: null, pod_timezone: null }, "c-4");
  await dashboard.pool.query(
    `insert into planned_moves (container_id, delivery_at, delivery_zone, delivery_place, note)
     values ('c-1', '2026-11-24T20:00:00Z', 'America/Los_Angeles', 'Warehouse 4', 'not for programs')`,
  );
});
afterEach(() => dashboard.pool.query("delete from feed_requests"));
afterAll(() => dashboard.close());

const request = (address: string, headers: Record<string, string> = { Authorization: `Bearer ${token}` }) =>
  getContainers(new Request(`https://dashboard.example/api/v1/containers${address}`, { headers }));
const one = (id: string, headers: Record<string, string> = { Authorization: `Bearer ${token}` }) =>
  getContainer(
    new Request(`https://dashboard.example/api/v1/containers/${encodeURIComponent(id)}`, { headers }),
    {
      params: Promise.resolve({ id }),
    },
  );
const pageSchema = z.object({
  data: z.array(z.looseObject({ id: z.string(), number: z.string() })),
  page: z.object({ number: z.number(), size: z.number(), total: z.number(), pages: z.number() }),
  as_of: z.string(),
});
const pageOf = async (response: Response) => pageSchema.parse(await response.json());
const numbersOf = async (address: string) =>
  (await pageOf(await request(address))).data.map(({ number }) => number);

describe("authorization", () => {
  it.each<[string, Record<string, string>]>([
    ["no header", {}],
    ["another scheme", { Authorization: "Basic dGVzdDp0ZXN0" }],
    ["an empty token", { Authorization: "Bearer " }],
    ["a made-up token", { Authorization: `Bearer ${"x".repeat(43)}` }],
    ["a token among others", { Authorization: "Bearer a, b" }],
    ["a cookie alone", { Cookie: "next-auth.session-token=anything" }],
  ])("rejects a request with %s", async (_, headers) => {
    for (const response of [await request("", headers), await one("c-1", headers)]) {
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toMatch(/^Bearer/);
      expect(await response.json()).toMatchObject({ error: { code: "not_signed_in" } });
    }
  });

  it("rejects a calendar token and a revoked or expired token", async () => {
    const make = (kind: "calendar" | "api", expiresAt: Date | null) =>
      makeAccessToken(dashboard.db, {
        kind,
        label: "x",
        settings: {},
        createdBy: dashboard.ana.userId,
        expiresAt,
      });
    const calendar = await make("calendar", null);
    expect((await request("", { Authorization: `Bearer ${calendar.token}` })).status).toBe(401);
    const revoked = await make("api", null);
    await revokeAccessToken(dashboard.db, revoked.id, ["api"], new Date());
    for (const ended of [revoked, await make("api", new Date(0))]) {
      const response = await request("", { Authorization: `Bearer ${ended.token}` });
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({
        error: { code: "not_allowed", message: expect.stringMatching(/^This token/) },
      });
    }
  });

  it("responds 429 with Retry-After to too many requests", async () => {
    await dashboard.pool.query("insert into feed_requests values ($1, 1000, $2)", [
      `api:${tokenId}`,
      Date.now() + 30_000,
    ]);
    const response = await request("");
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(25);
    expect(await response.json()).toMatchObject({ error: { code: "too_many_tries" } });
  });

  it("sets no cookie and prevents shared caching, referrers and indexing", async () => {
    const { headers } = await request("");
    expect(headers.get("set-cookie")).toBeNull();
    expect(headers.get("vary")).toBe("Authorization");
    expect(headers.get("cache-control")).toBe("private, no-cache");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("x-robots-tag")).toMatch(/noindex/);
  });
});

describe("container list", () => {
  it("returns the containers of the board address in its order", async () => {
    expect(await numbersOf("")).toHaveLength(4);
    expect(await numbersOf("?numbers=MSKU2222222,MSKU1111111&sort=-container")).toEqual([
      "MSKU2222222",
      "MSKU1111111",
    ]);
    expect(await numbersOf("?queue=empty-due")).toEqual(["MSKU2222222"]);
  });

  it("returns pages without duplicates", async () => {
    const seen: string[] = [];
    for (const number of [1, 2, 3]) {
      const page = await pageOf(await request(`?page[number]=${number}&page[size]=2`));
      expect(page.page).toEqual({ number, size: 2, total: 4, pages: 2 });
      seen.push(...page.data.map(({ id }) => id));
    }
    expect(seen).toHaveLength(4);
    expect(new Set(seen).size).toBe(4);
  });

  it.each([
    "?page[size]=0",
    "?page[size]=201",
    "?page[size]=many",
    "?page[number]=0",
    "?page[number]=-1",
    "?page[number]=1.5",
    "?page[number]=99999999999",
    "?queue=nonsense",
    "?ready=perhaps",
    "?left=a",
    "?q=%00",
    "?list=1",
    "?changed=1",
    "?group=line",
    "?cols=line",
    "?offset=10",
    "?nonsense=1",
  ])("rejects %s and names the parameter", async (address) => {
    const response = await request(address);
    expect(response.status).toBe(400);
    const { error } = z
      .object({ error: z.object({ code: z.string(), message: z.string() }) })
      .parse(await response.json());
    expect(error.code).toBe("bad_input");
    expect(error.message).toContain(address.slice(1).split("=")[0]);
  });

  it("returns days at the terminal, and instants in UTC with their zone", async () => {
    const { data } = await pageOf(await request("?numbers=MSKU4807969"));
    expect(data).toMatchObject([
      {
        id: "c-1",
        deadline: {
          on: "2026-11-25",
          zone: "America/Los_Angeles",
          source: "terminal",
          ends_at: "2026-11-26T08:00:00.000Z",
        },
        appointment: {
          at: "2026-11-24T17:30:00.000Z",
          zone: "America/Los_Angeles",
          local: "2026-11-24T09:30",
        },
        charges: { reported: true, sums: [{ currency: "USD", minor: 85_000 }] },
        readiness: { state: "held" },
      },
    ]);
    const [unknown] = (await pageOf(await request("?numbers=MSKU1111111"))).data;
    expect(unknown).toMatchObject({ deadline: { on: "2026-11-25", zone: null, source: "not_reported" } });
    expect(JSON.stringify(data)).not.toContain("not for programs");
  });

  it("returns 304 while nothing changed and the new list after a change", async () => {
    const first = await request("?sort=container");
    const tag = first.headers.get("etag") ?? "";
    expect(tag).toMatch(/^"[\w-]{20,}"$/);
    const with_ = (value: string) =>
      request("?sort=container", { Authorization: `Bearer ${token}`, "If-None-Match": value });
    for (const value of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
      const again = await with_(value);
      expect(again.status, value).toBe(304);
      expect(await again.text()).toBe("");
      expect(again.headers.get("etag")).toBe(tag);
    }
    for (const value of ['"other"', tag.slice(1, -1), ""])
      expect((await with_(value)).status, value).toBe(200);
    await dashboard.tell({ seal_number: "S-9", location_at_pod_terminal: "Yard B7" });
    const changed = await with_(tag);
    expect(changed.status).toBe(200);
    expect(changed.headers.get("etag")).not.toBe(tag);
  });
});

describe("single container", () => {
  it("returns milestones and the plan without the note", async () => {
    const response = await one("c-1");
    expect(await response.json()).toMatchObject({
      data: { id: "c-1", number: "MSKU4807969" },
      plan: {
        delivery: { at: "2026-11-24T20:00:00.000Z", local: "2026-11-24T12:00" },
        delivery_place: "Warehouse 4",
      },
    });
    expect((await one("c/3 ü")).status).toBe(200);
  });

  it.each(["nothing", "c-1 ", "%00", "\0", "' or 1=1 --"])("responds 404 to the id %j", async (id) => {
    const response = await one(id);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: "not_found" } });
  });

  it("returns 304 while nothing changed", async () => {
    const tag = (await one("c-1")).headers.get("etag") ?? "";
    expect((await one("c-1", { Authorization: `Bearer ${token}`, "If-None-Match": tag })).status).toBe(304);
    expect((await one("c-2", { Authorization: `Bearer ${token}`, "If-None-Match": tag })).status).toBe(200);
  });
});

describe("OpenAPI description", () => {
  const documentSchema = z.object({
    openapi: z.literal("3.1.0"),
    servers: z.array(z.object({ url: z.string() })),
    paths: z.record(
      z.string(),
      z.object({
        get: z.object({
          parameters: z.array(z.object({ name: z.string() })),
          responses: z.record(
            z.string(),
            z.object({
              content: z.record(z.string(), z.object({ schema: z.object({ $ref: z.string() }) })).optional(),
            }),
          ),
        }),
      }),
    ),
    components: z.object({ schemas: z.record(z.string(), z.looseObject({})) }),
  });
  const described = async () => documentSchema.parse(await (await getDescription()).json());

  /** The same schema, with unnamed members forbidden. */
  function closed(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map(closed);
    if (schema === null || typeof schema !== "object") return schema;
    const inside = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, closed(part)]));
    return "properties" in schema && "type" in schema ? { ...inside, additionalProperties: false } : inside;
  }

  /** A validator of a described response that rejects members not named in the description. */
  async function validatorOf(path: string, status: number) {
    const document = await described();
    const ajv = new Ajv({ strict: true, allErrors: true });
    addFormats(ajv);
    ajv.addVocabulary(["components"]);
    ajv.addSchema({ $id: "dashboard", components: closed(document.components) });
    const reference =
      document.paths[path]?.get.responses[String(status)]?.content?.["application/json"]?.schema.$ref;
    if (!reference) throw new Error(`${path} ${status} is not described`);
    const validate = ajv.getSchema(`dashboard${reference}`);
    if (!validate) throw new Error(`no schema ${reference}`);
    return (value: unknown) => {
      validate(value);
      return validate.errors ?? [];
    };
  }

  it("matches the actual responses, including errors", async () => {
    const responses: [string, number, Response][] = [
      ["/containers", 200, await request("")],
      ["/containers", 400, await request("?queue=nonsense")],
      ["/containers", 401, await request("", {})],
      ["/containers/{id}", 200, await one("c-1")],
      ["/containers/{id}", 200, await one("c-4")],
      ["/containers/{id}", 404, await one("nothing")],
    ];
    for (const [path, status, response] of responses) {
      expect(response.status, path).toBe(status);
      const problems = await validatorOf(path, status);
      expect(problems(await response.json()), `${path} ${status}`).toEqual([]);
    }
  });

  it("rejects members that are missing, of another type or not named", async () => {
    const problems = await validatorOf("/containers", 200);
    const page = await pageOf(await request(""));
    const [first, ...rest] = page.data;
    const without = Object.fromEntries(Object.entries(first ?? {}).filter(([name]) => name !== "deadline"));
    for (const wrong of [
      without,
      { ...first, number: 5 },
      { ...first, note: "inside" },
      { ...first, checked_at: "yesterday" },
    ])
      expect(problems({ ...page, data: [wrong, ...rest] })).not.toEqual([]);
  });

  it("names each accepted parameter and the server address", async () => {
    const { paths, servers } = await described();
    expect(servers).toEqual([{ url: "https://dashboard.example/api/v1" }]);
    const names = paths["/containers"]?.get.parameters.map(({ name }) => name) ?? [];
    expect(names).toContain("page[size]");
    for (const name of names) {
      const response = await request(`?${name}=`);
      const text = response.status === 400 ? JSON.stringify(await response.json()) : "";
      expect(text, name).not.toContain("not a filter of");
    }
  });
});
