import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Writer } from "@/lib/auth/access/actor";
import { findSessionUser } from "@/lib/auth/accounts/users";
import { closeSession, openSession } from "@/lib/auth/sessions/session-store";
import { beginMarks } from "@/lib/features/board/commands/seen-rows";
import { readBoardQuery } from "@/lib/features/board/rules/board-address";
import { openTestAccount } from "@/lib/features/test-account";
import type { Database } from "@/lib/platform/database/client";
import type { Subscriber } from "@/lib/realtime/feed";
import { LiveBoards } from "./live-boards";

let account: Awaited<ReturnType<typeof openTestAccount>>;

beforeAll(async () => {
  account = await openTestAccount();
  await account.tell({ number: "MSKU4807969" });
  await account.tell({ number: "TCLU6718152" }, "c-2");
  for (const user of [account.ana, account.ben]) await beginMarks(account.db, user);
});
afterAll(() => account.close());

const subscribers = new Set<Subscriber>();
beforeEach(() => subscribers.clear());

const feed = () => ({
  subscribe(subscriber: Subscriber) {
    subscribers.add(subscriber);
    return () => subscribers.delete(subscriber);
  },
});

function change(...containers: string[]): void {
  const event = { containers, shipments: [], requests: [], parties: false };
  for (const { onEvent } of subscribers) onEvent({ kind: "change", change: event, position: 1 });
}

type Message = {
  rows?: { id: string }[];
  others?: string[];
  unseenChanges?: Record<string, { columns: string[] }>;
  changed?: number;
  reread?: boolean;
};

/** Opens a board of a signed-in user. Its messages are parsed. */
async function openBoard(boards: LiveBoards, { userId }: Writer, address: string) {
  const sessionId = await openSession(account.db, userId);
  const claims = { userId, sessionId, sessionVersion: 1, issuedAt: new Date() };
  const user = await account.pool.query("select session_version from users where id = $1", [userId]);
  claims.sessionVersion = user.rows[0].session_version;
  expect(await findSessionUser(account.db, claims)).not.toBeNull();
  const messages: Message[] = [];
  const end = vi.fn();
  const leave = boards.add({
    query: readBoardQuery(new URLSearchParams(address)).query,
    reader: userId,
    claims,
    send: (json) => void messages.push(JSON.parse(json)),
    end,
  });
  return { messages, end, leave, sessionId };
}

const ids = (message: Message | undefined) => message?.rows?.map(({ id }) => id);

describe("open boards", () => {
  it("receive the changed rows of their own filters, with the unseen changes of their own user", async () => {
    const boards = new LiveBoards(feed, () => account.db);
    const ana = await openBoard(boards, account.ana, "q=MSKU");
    const ben = await openBoard(boards, account.ben, "");
    await account.tell({ pickup_appointment_at: "2026-11-21T22:00:00Z" });
    await account.pool.query(
      "insert into last_seen (user_id, container_id, seen_at) values ($1, 'c-1', now() + interval '1 day')",
      [account.ben.userId],
    );
    change("c-1", "c-2", "deleted");
    await expect.poll(() => ben.messages).toHaveLength(1);
    expect(ids(ana.messages[0])).toEqual(["c-1"]);
    expect(ana.messages[0]?.others).toEqual(["c-2", "deleted"]);
    expect(ana.messages[0]?.unseenChanges?.["c-1"]?.columns).toEqual(["appointment"]);
    expect(ids(ben.messages[0])?.toSorted()).toEqual(["c-1", "c-2"]);
    expect(ben.messages[0]?.unseenChanges).toEqual({});
    // The unseen changes of each user are counted after the rows were sent.
    await expect.poll(() => ana.messages.at(-1)?.changed, { timeout: 5_000 }).toBe(1);
    expect(ben.messages.at(-1)?.changed).toBe(0);
    for (const { leave } of [ana, ben]) leave();
    expect(subscribers.size).toBe(0);
  });

  it("receive at most four messages a second, and lose no change", async () => {
    const boards = new LiveBoards(feed, () => account.db);
    const { messages, leave } = await openBoard(boards, account.ana, "");
    const names = Array.from({ length: 60 }, (_, n) => `none-${n}`);
    const begun = Date.now();
    for (const name of names) {
      change(name);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const received = () => messages.flatMap(({ others = [] }) => others);
    await expect.poll(() => new Set(received()).size, { timeout: 5_000 }).toBe(names.length);
    expect(messages.length).toBeLessThanOrEqual(4 * Math.ceil((Date.now() - begun) / 1_000));
    leave();
  });

  it("cause no reads after the last one was closed", async () => {
    let reads = 0;
    const boards = new LiveBoards(feed, () => {
      reads += 1;
      return account.db;
    });
    const { messages, leave } = await openBoard(boards, account.ana, "");
    change("c-1");
    await expect.poll(() => messages).toHaveLength(1);
    change("c-2");
    leave();
    const before = reads;
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect([reads, messages.length, subscribers.size]).toEqual([before, 1, 0]);
  });

  it("receive nothing after their session ended", async () => {
    const boards = new LiveBoards(feed, () => account.db);
    const { messages, end, leave, sessionId } = await openBoard(boards, account.ana, "");
    const other = await openBoard(boards, account.ben, "");
    await closeSession(account.db, sessionId);
    vi.setSystemTime(Date.now() + 10_000);
    change("c-1");
    await expect.poll(() => end.mock.calls.length).toBe(1);
    await expect.poll(() => other.messages.length).toBe(1);
    leave();
    expect(messages).toEqual([]);
    vi.useRealTimers();
    other.leave();
  });

  it("are asked to read their pages when much changed or the rows cannot be read", async () => {
    let reads = 0;
    const failing = () => {
      reads += 1;
      throw new Error("the database is away");
    };
    let database: () => Database = () => account.db;
    const boards = new LiveBoards(feed, () => database());
    const { messages, leave } = await openBoard(boards, account.ana, "");
    change(...Array.from({ length: 201 }, (_, n) => `none-${n}`));
    await expect.poll(() => messages).toEqual([{ reread: true }]);
    database = failing;
    change("c-1");
    await expect.poll(() => messages.length).toBe(2);
    expect([messages[1], reads]).toEqual([{ reread: true }, 1]);
    database = () => account.db;
    change("c-1");
    await expect.poll(() => ids(messages.at(-1))).toEqual(["c-1"]);
    leave();
  });
});
