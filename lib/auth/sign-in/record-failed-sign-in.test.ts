import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { verifyPassword } from "@/lib/auth/accounts/users";
import { auditEntries, users } from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { recordWrongPassword } from "./record-failed-sign-in";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;

beforeAll(async () => {
  dashboard = await openTestDashboard();
});
afterAll(() => dashboard.close());

it("names the addressed user, and distinguishes unknown e-mails without storing them", async () => {
  const [user] = await dashboard.db
    .insert(users)
    .values({ email: "vera@example.com" })
    .returning({ id: users.id });
  const typed = ["vera@example.com", "correct horse battery", "correct horse battery", "another"];
  for (const email of typed)
    await verifyPassword(dashboard.db, email, "wrong", (meantId) =>
      recordWrongPassword(dashboard.db, { email, meantId }, "192.0.2.7"),
    );
  const [known, first, again, other, ...none] = await dashboard.db
    .select()
    .from(auditEntries)
    .orderBy(auditEntries.id);
  expect(none).toEqual([]);
  const action = { userId: null, action: "sign_in.failed", address: "192.0.2.7" };
  expect(known).toMatchObject({
    ...action,
    actor: "vera@example.com",
    recordType: "user",
    recordId: user?.id,
  });
  expect(first).toMatchObject({ ...action, actor: "unknown e-mail", recordType: "unknown_email" });
  expect(again?.recordId).toBe(first?.recordId);
  expect(other?.recordId).not.toBe(first?.recordId);
  const digest = createHash("sha256").update("correct horse battery").digest("base64url");
  expect(JSON.stringify(first)).not.toMatch(new RegExp(`horse|${digest.slice(0, 8)}`));
});
