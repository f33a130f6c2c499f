import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PLACES } from "@/lib/contract/responses/places";
import { METHODS } from "@/tracking-service/endpoints/operation";
import { addresses, findIds, type KnownIds } from "@/tracking-service/property-tests/known-ids";
import { type Described, describedOperations } from "@/tracking-service/property-tests/operations";
import { valuesOf } from "@/tracking-service/property-tests/schema-values";
import { contentsAtRest } from "@/tracking-service/property-tests/table-checksums";
import { ENDPOINTS } from "@/tracking-service/routes/all";
import { ACCOUNTS_CHANNEL } from "@/tracking-service/service";
import { hasFullAccess, termsOf } from "@/tracking-service/store/plans";
import { idsOf, rowsOf } from "@/tracking-service/testing/account-rows";
import { fillAccount } from "@/tracking-service/testing/full-account";
import type { Answer, Call } from "@/tracking-service/testing/response";
import {
  type Receiver,
  startReceiver,
  startTestService,
  type TestService,
  until,
} from "@/tracking-service/testing/running-service";
import { createKey, ensureAccount } from "./authenticate";

/** The tests derive from ENDPOINTS, so a new endpoint is tested automatically. */
const OPERATIONS = describedOperations(ENDPOINTS);
const WITH_IDS = OPERATIONS.filter(({ path }) => path.includes("{"));

let service: TestService;
let receiver: Receiver;
let theirs: string;
let ours: KnownIds;
let their: KnownIds;
let ourUuids: Set<string>;
let ourNumber: string;

const NO_ONE = "00000000-0000-4000-8000-000000000000";
const CONTAINERS = 12;
/** The slug of a custom field that fillAccount creates. */
const SLUG = "priority";

/** Places, vessels, shipping lines and document schemas are shared: every account reads the same records. */
const isShared = ({ operation: { success } }: Described) =>
  "type" in success &&
  [success.type].flat().every((type) => Object.hasOwn(PLACES, type) || type === "document_schema");

const ourRows = () => rowsOf(service.store, service.accountId);

beforeAll(async () => {
  service = await startTestService({ seedContainers: CONTAINERS });
  receiver = await startReceiver();
  const { db } = service.store;
  const other = await ensureAccount(db, "Elsewhere");
  theirs = await createKey(db, other.id, null);
  await db.execute(sql`select pg_notify(${ACCOUNTS_CHANNEL}, '')`);
  await until(
    async () => (await service.call("/containers", { key: theirs })).document.meta?.total === CONTAINERS,
  );
  await fillAccount(service, service, receiver.url);
  await fillAccount(service, { key: theirs, accountId: other.id }, receiver.url);
  await until(() => receiver.received.length === 2);
  await contentsAtRest(service.store);
  ours = await findIds(OPERATIONS, (path) => service.call(path));
  their = await findIds(OPERATIONS, (path) => service.call(path, { key: theirs }));
  ourNumber = String((await service.call("/containers")).items[0]?.attributes?.number);
  ourUuids = await idsOf(service.store, service.accountId);
});
afterAll(async () => {
  await service.end();
  await receiver.close();
});

/** Returns our ids that appear in a response but not in the request. */
function leaked({ text }: Answer, sent: string): string[] {
  const uuids = text.match(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g) ?? [];
  return uuids.filter((id) => ourUuids.has(id) && !sent.includes(id));
}

/** Returns addresses of our records. Where a nested list is unknown, an unused id represents its entries. */
function ourAddresses(described: Described): string[] {
  const path = described.path.replace("{api_slug}", SLUG);
  const exact = addresses(path, ours);
  if (exact.length > 0) return exact;
  const [first = "", ...more] = path.split(/(?<=\})/);
  return addresses(first, ours).map((start) => start + more.join("").replaceAll(/\{\w+\}/g, NO_ONE));
}

/** Enough random bodies that the operation accepts some of them. */
const BODIES = 12;

/** Returns the document with its type only. A request without changes cannot fail validation. */
function bare(document: unknown): unknown {
  if (typeof document !== "object" || document === null || !("data" in document)) return document;
  const { data } = document;
  if (typeof data !== "object" || data === null || !("type" in data)) return document;
  return { data: { type: data.type, attributes: {} } };
}

/** Returns calls with possible bodies that contain our ids where ids belong, or one call without a body. */
function callsOf({ method, body }: Described, ids: readonly string[]): Call[] {
  if (!body) return [{ method }];
  if (!body.json) return [{ method, text: "", headers: { "Content-Type": body.mediaType } }];
  const values = fc.sample(valuesOf(body.schema, ids), { numRuns: BODIES, seed: 7 });
  return [...values, bare(values[0])].map((value) => ({ method, body: value }));
}

describe("records of another account", () => {
  it.each(
    OPERATIONS.filter((each) => !isShared(each) && !each.path.includes("{")).map(
      (each) => [each.name, each] as const,
    ),
  )("%s returns none of them and cannot reach them by ids in a body", async (_, described) => {
    const before = await ourRows();
    const query = described.parameters.includes("query") ? `?query=${ourNumber}` : "";
    for (const call of callsOf(described, [...ourUuids].slice(0, 20))) {
      const response = await service.call(`${described.path}${query}`, { ...call, key: theirs });
      expect(leaked(response, JSON.stringify(call.body ?? "")), response.glimpse).toEqual([]);
      expect(response.status).toBeLessThan(500);
      if (described.operation.success.kind !== "list" || response.status !== 200) continue;
      const all = await service.call(`${described.path}?page[size]=100`, { key: theirs });
      expect(leaked(all, "")).toEqual([]);
    }
    expect(await ourRows()).toEqual(before);
  });

  it.each(WITH_IDS.filter((each) => !isShared(each)).map((each) => [each.name, each] as const))(
    "%s returns 404, reveals nothing and changes nothing",
    async (_, described) => {
      const before = await ourRows();
      const paths = ourAddresses(described);
      expect(paths, "give fillAccount a record that this operation can be asked about").not.toEqual([]);
      const statuses = new Set<number>();
      for (const path of paths.slice(0, 2)) {
        for (const call of callsOf(described, [...ourUuids].slice(0, 20))) {
          const response = await service.call(path, { ...call, key: theirs });
          statuses.add(response.status);
          expect(response.status, response.glimpse).toBeGreaterThanOrEqual(400);
          expect(leaked(response, path + JSON.stringify(call.body ?? "")), response.glimpse).toEqual([]);
        }
      }
      // An invalid body is rejected before the record is looked up. At least one call must reach the lookup.
      expect(statuses, `${paths[0]}`).toContain(404);
      expect(await ourRows()).toEqual(before);
    },
  );

  it("cannot be reached by an entry id below an own record", async () => {
    const before = await ourRows();
    const twice = WITH_IDS.filter(({ path }) => path.split("{").length > 2);
    for (const described of twice) {
      const [first = "", ...more] = described.path.split(/(?<=\})/);
      const entries = ours.get(described.path.slice(0, described.path.lastIndexOf("/"))) ?? [NO_ONE];
      const starts = addresses(first, their).slice(0, 2);
      expect(starts).not.toEqual([]);
      for (const start of starts) {
        const path = start + more.join("").replaceAll(/\{\w+\}/g, entries[0] ?? NO_ONE);
        for (const call of callsOf(described, [])) {
          const response = await service.call(path, { ...call, key: theirs });
          expect(response.status, `${described.name} ${response.glimpse}`).toBeGreaterThanOrEqual(400);
        }
      }
    }
    expect(await ourRows()).toEqual(before);
  });
});

const anyAddress = ({ path }: Pick<Described, "path">) => path.replaceAll(/\{\w+\}/g, NO_ONE);

describe("every operation", () => {
  it.each(OPERATIONS.map((each) => [each.name, each] as const))("%s requires a key", async (_, described) => {
    const headers = { Authorization: "" };
    for (const path of [anyAddress(described), ...ourAddresses(described).slice(0, 1)]) {
      const response = await service.call(path, { method: described.method, headers });
      expect(response.status).toBe(401);
      expect(response.error.detail).toContain("could not be verified");
    }
  });

  it.each(["free", "trial"] as const)(
    "only POST /tracking_requests is open to a free account or after the trial: %s",
    async (plan) => {
      const { db } = service.store;
      const terms = termsOf(plan, new Date(), {
        trialDays: 0,
        features: ["routing_data", "container_refresh"],
      });
      expect(hasFullAccess(terms, new Date())).toBe(false);
      const account = await ensureAccount(db, `Restricted ${plan}`, false, terms);
      const key = await createKey(db, account.id, null);
      const open: string[] = [];
      for (const described of OPERATIONS) {
        const response = await service.call(anyAddress(described), { key, method: described.method });
        if (response.status !== 401) open.push(described.name);
        else expect(response.error.detail).toContain("usable only for creating tracking requests");
      }
      expect(open).toEqual(["POST /tracking_requests"]);
      for (const path of ["/nowhere", "/shipments/x/y"])
        expect((await service.call(path, { key })).status).toBe(401);
    },
  );

  it.each(ENDPOINTS.map((each) => [each.path, each] as const))(
    "%s lists its methods for any other method",
    async (_, { path, methods }) => {
      const known = METHODS.filter((method) => methods[method]).map((method) => method.toUpperCase());
      const allow = known.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
      const others = ["PUT", "OPTIONS", "PURGE", ...METHODS.map((method) => method.toUpperCase())];
      for (const method of others.filter((each) => !known.includes(each))) {
        const response = await service.call(anyAddress({ path }), { method });
        if (response.status === 404 || response.status === 200) {
          // Another path matches the same address, as /documents/types matches /documents/{id}.
          expect(
            ENDPOINTS.some(
              (each) => each.path !== path && each.path.split("/").length === path.split("/").length,
            ),
          ).toBe(true);
          continue;
        }
        expect(response.status).toBe(405);
        expect(response.headers.get("allow")?.split(", ").sort()).toEqual([...allow].sort());
      }
    },
  );

  it.each([
    "",
    "/",
    "/nowhere",
    "/shipment",
    "/containers/",
    "/shipments/x/y/z",
    "/../v1/containers",
    "/v2/containers",
    "//containers",
  ])("returns 404 for %j", async (path) => {
    const response = await service.call(path);
    expect(response.status).toBe(404);
    expect(response.error.status).toBe("404");
  });
});
