import { z } from "zod";
import { testContext } from "@/lib/auth/commands/test-context";
import { makeShareLink } from "@/lib/features/sharing/links/share-links";
import { openDatabase } from "@/lib/platform/database/client";
import type { HostileTarget } from "./target";

/** A driver's link to a container of the target, with the right to report. */
export interface DriverLink {
  token: string;
  /** The number of counted views. */
  countViews(): Promise<number>;
  /** Deletes the link, with its reports and photos. */
  close(): Promise<void>;
}

const rowSchema = z.object({ container: z.string(), user: z.uuid() });
const SOURCE = `
  select c.id as container, u.id as "user" from containers c, users u
  where u.role = 'admin' and c.deleted_at is null limit 1`;

/** Makes a driver's link with its report of the pickup, as an admin and a driver would. */
export async function openDriverLink({ url, databaseUrl }: HostileTarget): Promise<DriverLink> {
  const { db, pool } = openDatabase(databaseUrl, { max: 1 });
  const [found] = z.array(rowSchema).parse((await pool.query(SOURCE)).rows);
  if (!found) throw new Error("the target has no container or no admin");
  const { id, token } = await makeShareLink(testContext(db, { userId: found.user }), {
    about: { kind: "container", id: found.container },
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
