import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { containerRecord, notificationBody } from "@/lib/contract/fixtures";
import { containers, inbox } from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { listDeadLettered, tryAgain } from "./dead-letters";
import { processWaiting } from "./process";
import { noteBody } from "./test-inbox-delivery";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;

beforeAll(async () => {
  dashboard = await openTestDashboard();
});
afterAll(() => dashboard.close());
beforeEach(() =>
  dashboard.pool.query("delete from inbox; delete from source_updates; delete from containers"),
);

const body = (id: string, sealNumber: string) =>
  notificationBody({
    id,
    createdAt: `2026-11-20T0${id.slice(-1)}:00:00Z`,
    included: [containerRecord("c-1", { seal_number: sealNumber })],
  });

async function drain(): Promise<void> {
  while (await processWaiting(dashboard.db));
}

/** Processes the inbox until nothing is due, skipping the pauses. */
async function tryOut(): Promise<void> {
  for (let attempts = 0; attempts < 8; attempts += 1) {
    await drain();
    await dashboard.pool.query("update inbox set next_attempt_at = now()");
  }
}

async function refusing(sealNumber: string, action: () => Promise<void>): Promise<void> {
  await dashboard.pool.query(`create function refuse() returns trigger language plpgsql as $$ begin
    if new.facts ->> 'seal_number' = '${sealNumber}' then raise exception 'no such seal'; end if; return new; end $$;
    create trigger refuse before insert on source_updates for each row execute function refuse()`);
  try {
    await action();
  } finally {
    await dashboard.pool.query("drop trigger refuse on source_updates; drop function refuse()");
  }
}

const seal = async () => (await dashboard.db.select().from(containers))[0]?.attributes.seal_number;

describe("a poison notification", () => {
  it("is dead-lettered with its error, does not block other notifications, and is applied on a later retry", async () => {
    await refusing("poison", async () => {
      await noteBody(dashboard.pool, body("n-1", "A"));
      await noteBody(dashboard.pool, body("n-2", "poison"));
      await noteBody(dashboard.pool, body("n-3", "B"));
      await drain();
      expect(await seal()).toBe("B");
      expect((await listDeadLettered(dashboard.db)).total).toBe(0);
      await tryOut();
      expect(await listDeadLettered(dashboard.db)).toMatchObject({
        total: 1,
        notifications: [
          {
            id: "n-2",
            event: "container.updated",
            error: "no such seal",
            attempts: 8,
            createdAt: "2026-11-20T02:00:00.000Z",
            receivedAt: expect.stringMatching(/Z$/),
            deadLetteredAt: expect.stringMatching(/Z$/),
          },
        ],
      });
    });
    expect(await tryAgain(dashboard.db, "n-2")).toBe(1);
    await drain();
    expect(await listDeadLettered(dashboard.db)).toEqual({ total: 0, notifications: [] });
    expect(await seal()).toBe("B");
    const { rows } = await dashboard.pool.query(
      "select before, after, notification_id from changes order by as_of",
    );
    expect(rows).toEqual([
      { before: "A", after: "poison", notification_id: "n-2" },
      { before: "poison", after: "B", notification_id: "n-3" },
    ]);
  });

  it("is dead-lettered again after the same number of attempts when it fails again", async () => {
    await refusing("poison", async () => {
      await noteBody(dashboard.pool, body("n-2", "poison"));
      await tryOut();
      expect(await tryAgain(dashboard.db)).toBe(1);
      expect(await tryAgain(dashboard.db)).toBe(0);
      await drain();
      const [row] = await dashboard.db.select().from(inbox).where(eq(inbox.notificationId, "n-2"));
      expect(row).toMatchObject({ attempts: 1, deadLetteredAt: null });
      await tryOut();
      expect((await listDeadLettered(dashboard.db)).total).toBe(1);
    });
  });
});

describe("retry", () => {
  it.each(["n-404", "n-1"])("does nothing to %s, which is not dead-lettered", async (id) => {
    await noteBody(dashboard.pool, body("n-1", "A"));
    await drain();
    expect(await tryAgain(dashboard.db, id)).toBe(0);
    expect(await processWaiting(dashboard.db)).toBe(false);
  });
});
