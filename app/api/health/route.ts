import { connection } from "next/server";
import { jsonAnswer } from "@/app/api/_http/responses";
import { sharedReading } from "@/lib/platform/single-flight";
import { readStatus } from "@/lib/realtime/health-status";

// Open to anyone: however many ask, the database is asked once a second.
const status = sharedReading(1_000, readStatus);

/** How fresh the dashboard is; 503 while the database is down. Open to anyone, names no record: see docs/api.md. */
export async function GET(): Promise<Response> {
  await connection();
  const read = await status.current();
  return jsonAnswer(read, { status: read.database === "up" ? 200 : 503 });
}
