import { AsyncLocalStorage } from "node:async_hooks";
import type { ComponentType } from "react";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ACTION_ACCESS, type Access, PAGE_ACCESS, ROUTE_ACCESS } from "@/lib/auth/access/access-matrix";
import { sessionCookie } from "@/lib/auth/sessions/session-token";
import { containerRecord, named, partyRecord, roleRecord, shipmentRecord } from "@/lib/contract/fixtures";
import { applyRecords } from "@/lib/mirror/apply/apply";
import { db, pool } from "@/lib/platform/database/client";
import { openOwnDatabase } from "@/lib/platform/database/test-scratch-database";
import { AppError } from "@/lib/platform/errors";
import { type Caller, makeCallers, OTHER_PARTY, OWN_PARTY } from "./callers";
import { callAction, callPage, callRoute, moduleOf } from "./calls";
import { expectedOf, type Outcome } from "./outcome";
import { request } from "./request-by-hand";
import { listActions, listPages, listRoutes, type Place, withoutValues } from "./tree";

vi.mock("next/headers", () => import("./request-by-hand"));
vi.mock("next/server", async (original) => ({ ...(await original<object>()), connection: async () => {} }));
vi.mock("next/cache", () => ({
  cacheLife: () => {},
  cacheTag: () => {},
  expireTag: () => {},
  refresh: () => {},
  revalidatePath: () => {},
  revalidateTag: () => {},
  updateTag: () => {},
}));
vi.mock("@/lib/platform/log", () => {
  const silent = () => {};
  return {
    currentRequestId: () => undefined,
    hideInLog: silent,
    logger: () => ({ debug: silent, info: silent, warn: silent, error: silent }),
  };
});
vi.mock("@/lib/tracking-client/open-client", () => import("./no-service"));
// All callers share a network, which may read shared pages less often than they do.
vi.mock("@/lib/auth/throttling/visitor-rate-limit", async (original) => {
  const module = await original<typeof import("@/lib/auth/throttling/visitor-rate-limit")>();
  const limit = module.openVisitorLimit(100_000);
  return { ...module, visitorLimit: () => limit };
});
vi.mock("@/lib/realtime/feed", () => ({
  liveFeed: () => {
    throw new AppError("unexpected", "Nothing is listened to here.");
  },
}));

const OWN_CONTAINER = { id: "container-of-the-customer", number: "MSKU1234565" };

async function makeOwnContainer(): Promise<void> {
  const { id, number } = OWN_CONTAINER;
  const records = [
    containerRecord(id, { number }, { shipment: named("shipment", "s-1") }),
    shipmentRecord("s-1"),
    partyRecord(OWN_PARTY, "Own Goods"),
    partyRecord(OTHER_PARTY, "Others"),
    roleRecord("r-1", id, OWN_PARTY),
  ];
  await db().transaction((tx) => applyRecords(tx, records, { asOf: new Date(), notificationId: null }));
}

let database: Awaited<ReturnType<typeof openOwnDatabase>>;
let callers: Caller[] = [];
const counted = { cells: 0, hold: 0 };

/**
 * `npm run test:access` calls every route, action and page as every caller. In the usual test run one token represents
 * all tokens where none is required.
 */
const WHOLE = process.env.ACCESS_MATRIX === "whole";
const isBehindToken = (access: Access) => access.startsWith("token:");

const callersOf = (access: Access): Caller[] =>
  callers.filter(
    ({ name, token }) => WHOLE || isBehindToken(access) || token === null || name === "standing api token",
  );

/** The first call of each also loads its modules. */
const MAX_MS = 120_000;

beforeAll(async () => {
  database = await openOwnDatabase();
  request.session = sessionCookie().name;
  await makeOwnContainer();
  callers = await makeCallers(db(), { kind: "container", id: OWN_CONTAINER.id });
  listen();
});
afterAll(async () => {
  console.log(`access matrix: ${counted.cells} cells, ${counted.hold} hold`);
  await idle();
  await database.close();
});

/** Waits for reads that continue after a page was left. */
async function idle(): Promise<void> {
  for (let quiet = 0; quiet < 5; quiet += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (pool().totalCount > pool().idleCount || pool().waitingCount > 0) quiet = 0;
  }
}

/** Records statements per call, so that late reads of an earlier call are not counted for the next one. */
const asking = new AsyncLocalStorage<string[]>();

function listen(): void {
  const { query } = pool();
  vi.spyOn(pool(), "query").mockImplementation(
    new Proxy(query, {
      apply(target, self, input) {
        const [first] = input;
        asking.getStore()?.push(typeof first === "string" ? first : String(first?.text));
        return Reflect.apply(target, self, input);
      },
    }),
  );
}

/** The statements that identify the caller. */
const WHO_IS_IT = /^(begin|commit|rollback|set |select .* from "(users|sessions|access_tokens)")/i;

/** Calls as every caller. Returns each outcome, and the statements that ran for rejected callers. */
async function callAsEverybody(row: string, access: Access, call: (caller: Caller) => Promise<Outcome>) {
  const found: Record<string, Outcome> = {};
  const wanted: Record<string, Outcome> = {};
  const read: string[] = [];
  for (const caller of callersOf(access)) {
    const requested: string[] = [];
    request.cookie = (await caller.cookie()) ?? "";
    const outcome = await asking.run(requested, () => call(caller));
    found[caller.name] = outcome;
    wanted[caller.name] = expectedOf(row, access, caller);
    counted.cells += 1;
    if (outcome === wanted[caller.name]) counted.hold += 1;
    const refused = wanted[caller.name] === "not_signed_in" || wanted[caller.name] === "not_allowed";
    if (refused) read.push(...requested.filter((statement) => !WHO_IS_IT.test(statement)));
  }
  return { found, wanted, read };
}

/** The rows of a table with the file of each. */
function reportedPlace(table: Readonly<Record<string, Access>>, places: readonly Place[]) {
  return Object.entries(table).flatMap(([row, access]) => {
    const file = places.find((place) => place.row === withoutValues(row))?.file;
    return file
      ? [
          {
            row,
            access,
            path: file.replace(/\.tsx?$/, ""),
            extension: /tsx$/.test(file) ? "tsx" : "ts",
          } as const,
        ]
      : [];
  });
}

function isFunction(value: unknown): value is (...input: unknown[]) => Promise<never> {
  return typeof value === "function";
}

async function exported(path: string, extension: "ts" | "tsx", name: string) {
  const found = (await moduleOf(path, extension))[name];
  if (!isFunction(found)) throw new Error(`${path} exports no ${name}`);
  return found;
}

describe("route access", { timeout: MAX_MS }, () => {
  it.each(reportedPlace(ROUTE_ACCESS, listRoutes()))(
    "$row allows $access",
    async ({ row, access, path, extension }) => {
      const handle = await exported(path, extension, row.split(" ")[0] ?? "");
      const { found, wanted, read } = await callAsEverybody(row, access, (caller) =>
        callRoute(row, access, handle, { caller, container: OWN_CONTAINER }),
      );
      expect(found).toEqual(wanted);
      expect(read, "asked of the database for who was refused").toEqual([]);
    },
  );
});

describe("action access", { timeout: MAX_MS }, () => {
  const rows = Object.fromEntries(
    Object.entries(ACTION_ACCESS).flatMap(([file, names]) =>
      Object.entries(names).map(([name, access]) => [`${file} ${name}`, access]),
    ),
  );
  it.each(reportedPlace(rows, listActions()))(
    "$row allows $access",
    async ({ row, access, path, extension }) => {
      const action = await exported(path, extension, row.split(" ").at(-1) ?? "");
      const { found, wanted, read } = await callAsEverybody(row, access, (caller) =>
        callAction(access, action, caller),
      );
      expect(found).toEqual(wanted);
      expect(read, "asked of the database for who was refused").toEqual([]);
    },
  );
});

describe("page access", { timeout: MAX_MS }, () => {
  it.each(reportedPlace(PAGE_ACCESS, listPages()))(
    "$row allows $access",
    async ({ row, access, path, extension }) => {
      const Page: ComponentType<Record<string, unknown>> = await exported(path, extension, "default");
      const { found, wanted, read } = await callAsEverybody(row, access, (caller) =>
        callPage(row, access, Page, { caller, container: OWN_CONTAINER }),
      );
      expect(found).toEqual(wanted);
      expect(read, "asked of the database for who was refused").toEqual([]);
    },
  );
});

it("covers every cell", () => {
  const actions = Object.values(ACTION_ACCESS).flatMap(Object.values<Access>);
  const rows = [...Object.values(ROUTE_ACCESS), ...Object.values(PAGE_ACCESS), ...actions];
  const cells = rows.reduce((sum, access) => sum + callersOf(access).length, 0);
  expect(counted).toEqual({ cells, hold: cells });
});
