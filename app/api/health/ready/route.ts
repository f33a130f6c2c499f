import { connection } from "next/server";
import { jsonAnswer } from "@/app/api/_http/responses";
import { sharedReading } from "@/lib/platform/single-flight";
import { readReadiness } from "@/lib/realtime/server-readiness";

// Open to anyone: the database is read at most once a second.
const readiness = sharedReading(1_000, () => readReadiness(new Date()));

/** Whether this dashboard and what it depends on are ready; 503 while not. Nothing restarts because of it: see docs/api.md. */
export async function GET(): Promise<Response> {
  await connection();
  const read = await readiness.current();
  return jsonAnswer(read, { status: read.ready ? 200 : 503 });
}
