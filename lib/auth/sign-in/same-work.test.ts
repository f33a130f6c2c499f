import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { hashPassword } from "@/lib/auth/passwords/password-hash";
import type { ScryptInput } from "@/lib/auth/passwords/password-queue";
import { findAccessToken, makeAccessToken } from "@/lib/auth/tokens/access-tokens";
import { db, pool } from "@/lib/platform/database/client";
import { users } from "@/lib/platform/database/schema/schema";
import { openOwnDatabase } from "@/lib/platform/database/test-scratch-database";
import { signInWithCredentials } from "./verify-credentials";

// Response times depend on the work. The work for an unknown e-mail or token is counted, not timed, so that the test
// does not depend on the machine. `npm run test:timing` measures the times.
vi.unmock("@/lib/auth/passwords/hash-cost");
const work = vi.hoisted((): { done: string[] } => ({ done: [] }));
// Hashes are computed on threads: the messages to the threads show the work.
vi.mock("node:worker_threads", async (original) => {
  const threads = await original<typeof import("node:worker_threads")>();
  class Worker extends threads.Worker {
    override postMessage(message: ScryptInput): void {
      const { N, r, p } = message.options;
      work.done.push(`scrypt ${N} ${r} ${p} ${message.bytes}`);
      super.postMessage(message);
    }
  }
  return { ...threads, default: { ...threads, Worker }, Worker };
});

let database: Awaited<ReturnType<typeof openOwnDatabase>>;

beforeAll(async () => {
  database = await openOwnDatabase();
  const { query } = pool();
  vi.spyOn(pool(), "query").mockImplementation(
    new Proxy(query, {
      apply(target, self, input) {
        const [first] = input;
        work.done.push(typeof first === "string" ? first : String(first?.text));
        return Reflect.apply(target, self, input);
      },
    }),
  );
});
afterAll(async () => {
  await database.close();
});
beforeEach(() => {
  work.done = [];
});

async function workOf(action: () => Promise<unknown>): Promise<string[]> {
  work.done = [];
  await action();
  return work.done.map((statement) => statement.replace(/\s+/g, " "));
}

describe("the work for a wrong password", () => {
  const email = (name: string) => `${name}@example.com`;
  const wrong = (who: string) =>
    workOf(async () =>
      expect(await signInWithCredentials({ email: email(who), password: "wrong" }, new Headers())).toEqual({
        kind: "refused",
      }),
    );

  beforeAll(async () => {
    const passwordHash = await hashPassword("the right password");
    await db()
      .insert(users)
      .values([
        { email: email("dispatcher"), role: "dispatcher", passwordHash },
        { email: email("customer"), role: "customer", passwordHash, partyIds: ["p-1"] },
        { email: email("disabled"), role: "admin", passwordHash, disabledAt: new Date() },
        { email: email("invited"), role: "viewer", passwordHash: null },
      ]);
    // Creates the objects of the first attempt in advance.
    await wrong("anybody");
  });

  it.each(["dispatcher", "customer", "disabled", "invited"])(
    "of %s equals the work for an unknown e-mail",
    async (who) => {
      const nobodys = await wrong("nobody");
      expect(nobodys.filter((one) => one.startsWith("scrypt"))).toEqual(["scrypt 32768 8 3 32"]);
      expect(nobodys.length).toBeGreaterThan(3);
      expect(await wrong(who)).toEqual(nobodys);
    },
  );
});

it("is the same for an unknown e-mail when its attempts begin to be slowed, and afterwards", async () => {
  await db().insert(users).values({ email: "slowed@example.com", role: "viewer", passwordHash: null });
  const tryAs = async (who: string) => {
    const input = { email: `${who}@example.com`, password: "wrong" };
    await pool().query("delete from sign_in_attempts");
    await signInWithCredentials(input, new Headers());
    // As if this had been the nineteenth attempt: the next is the last that is checked.
    await pool().query("update sign_in_attempts set points = 19 where key like 'account-wide:%'");
    const works: string[][] = [];
    for (let n = 0; n < 4; n += 1)
      works.push(await workOf(() => signInWithCredentials(input, new Headers())));
    return works;
  };
  const [last, ...slowed] = await tryAs("nobody.slowed");
  expect(last).toContain("scrypt 32768 8 3 32");
  for (const works of slowed) expect(works.join()).not.toContain("scrypt");
  expect(await tryAs("slowed")).toEqual([last, ...slowed]);
});

it("is the same for an unknown token, one letter off a valid one, and a token of another kind", async () => {
  const input = { label: "x", settings: {}, expiresAt: null };
  const [{ id: createdBy } = { id: "" }] = await db()
    .insert(users)
    .values({ email: "maker@example.com", role: "viewer" })
    .returning({ id: users.id });
  const { token } = await makeAccessToken(db(), { ...input, kind: "share", createdBy });
  const open = (text: string) =>
    workOf(async () => expect(await findAccessToken(db(), "embed", text)).toBeNull());
  const unknown = await open("A".repeat(43));
  expect(unknown).toHaveLength(1);
  expect(await open(token)).toEqual(unknown);
  expect(await open(`${token.slice(0, -1)}${token.endsWith("A") ? "E" : "A"}`)).toEqual(unknown);
});
