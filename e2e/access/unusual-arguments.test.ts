import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { UNTRIED } from "@/components/ui/forms/form-state";
import { ACTION_ACCESS } from "@/lib/auth/access/access-matrix";
import { sessionCookie } from "@/lib/auth/sessions/session-token";
import { db } from "@/lib/platform/database/client";
import { openOwnDatabase } from "@/lib/platform/database/test-scratch-database";
import { makeCallers } from "./callers";
import { moduleOf } from "./calls";
import { request } from "./request-by-hand";

const { logged } = vi.hoisted(() => ({ logged: vi.fn() }));
vi.mock("next/headers", () => import("./request-by-hand"));
vi.mock("next/cache", () => ({ refresh: () => {}, revalidatePath: () => {}, updateTag: () => {} }));
vi.mock("@/lib/platform/log", () => {
  const silent = () => {};
  return {
    currentRequestId: () => undefined,
    hideInLog: silent,
    logger: () => ({ debug: silent, info: silent, warn: silent, error: logged }),
  };
});
vi.mock("@/lib/tracking-client/open-client", () => import("./no-service"));

/** Arguments in place of the previous state and the form when an action is called by hand. */
const ODD_ARGUMENTS: readonly (readonly [string, readonly unknown[]])[] = [
  ["nothing", []],
  ["null", [null, null]],
  ["numbers", [-1, 1.5]],
  ["texts", ["x", "a\0b"]],
  ["lists", [[], [["id", "x"]]]],
  ["objects", [{ state: {} }, { id: { $ne: null }, get: "x", getAll: 1, delete: null }]],
  ["maps, which have some of a form's methods", [UNTRIED, new Map([["id", { toString: 1 }]])]],
  ["sets", [UNTRIED, new Set(["id"])]],
  ["a previous state that is none", [null, new FormData()]],
];

/** A Next redirect, which is not a failure. */
const isLed = (error: unknown): boolean =>
  error instanceof Error && "digest" in error && String(error.digest).startsWith("NEXT_");

let database: Awaited<ReturnType<typeof openOwnDatabase>>;

beforeAll(async () => {
  database = await openOwnDatabase();
  request.session = sessionCookie().name;
  const admin = (await makeCallers(db())).find(({ name }) => name === "admin");
  request.cookie = (await admin?.cookie()) ?? "";
});
beforeEach(() => {
  logged.mockReset();
});
afterAll(async () => {
  await database.close();
});

const actions = Object.entries(ACTION_ACCESS).flatMap(([file, names]) =>
  Object.keys(names).map((name) => ({ file, name })),
);

describe("an action called by hand", { timeout: 60_000 }, () => {
  it.each(actions)("$name of $file rejects any arguments as invalid input", async ({ file, name }) => {
    const action = (await moduleOf(file, "ts"))[name];
    if (typeof action !== "function") throw new Error(`${file} exports no ${name}`);
    const failed: string[] = [];
    for (const [what, input] of ODD_ARGUMENTS) {
      try {
        await Reflect.apply(action, null, input);
      } catch (error) {
        if (!isLed(error)) failed.push(`${what}: ${error}`);
      }
    }
    expect(failed).toEqual([]);
    expect(logged, "an unexpected failure").not.toHaveBeenCalled();
  });
});
