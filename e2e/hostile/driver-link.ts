import { eq } from "drizzle-orm";
import { containerOnTheGround } from "@/e2e/facts/containers";
import { testContext } from "@/lib/auth/commands/test-context";
import { makeShareLink } from "@/lib/features/sharing/links/share-links";
import { openDatabase } from "@/lib/platform/database/client";
import { users } from "@/lib/platform/database/schema/schema";
import type { HostileTarget } from "./target";

/** A driver's link to a container of the target, with the right to report. */
export interface DriverLink {
  token: string;
  /** The number of counted views. */
  countViews(): Promise<number>;
  /** Deletes the link, with its reports and photos. */
  close(): Promise<void>;
}

/** Makes a driver's link with its report of the pickup, as an admin and a driver would. */
export async function openDriverLink({ url, databaseUrl }: HostileTarget): Promise<DriverLink> {
  const { db, pool } = openDatabase(databaseUrl, { max: 1 });
  const [admin] = await db.select({ id: users.id }).from(users).where(eq(users.role, "admin"));
  if (!admin) throw new Error("the target has no admin");
  const { id, token } = await makeShareLink(testContext(db, { userId: admin.id }), {
    about: { kind: "container", id: (await containerOnTheGround(0)).id },
    view: "driver",
    charges: false,
    dispatchPhone: "",
    reports: true,
    documents: false,
    label: "Hostile checks",
    days: 1,
    passcode: "",
  });
  const reported = await fetch(`${url}/api/share/${token}/reports`, {
    method: "POST",
    headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
    body: JSON.stringify({ step: "picked_up" }),
  });
  if (!reported.ok) throw new Error(`the report of a pickup was answered ${reported.status}`);
  return {
    token,
    async countViews() {
      const { rows } = await pool.query("select views from access_tokens where id = $1", [id]);
      return Number(rows[0]?.views);
    },
    async close() {
      await pool.query("delete from access_tokens where id = $1", [id]);
      await pool.end();
    },
  };
}
