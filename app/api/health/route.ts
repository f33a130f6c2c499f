import { connection } from "next/server";
import { jsonResponse } from "@/app/api/_http/responses";
import { sharedReading } from "@/lib/platform/single-flight";
import { readStatus } from "@/lib/realtime/health-status";

// Open to anyone, so the database is read at most once per second.
const status = sharedReading(1_000, readStatus);

/**
 * How fresh the dashboard's data is; 503 while the database is down. Open to anyone, contains no record. See
 * docs/api.md.
 */
export async function GET(): Promise<Response> {
  await connection();
  const read = await status.current();
  return jsonResponse(read, { status: read.database === "up" ? 200 : 503 });
}
