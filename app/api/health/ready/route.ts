import { connection } from "next/server";
import { jsonResponse } from "@/app/api/_http/responses";
import { sharedReading } from "@/lib/platform/single-flight";
import { readReadiness } from "@/lib/realtime/server-readiness";

// Open to anyone, so the database is read at most once per second.
const readiness = sharedReading(1_000, () => readReadiness(new Date()));

/** Readiness of the dashboard and its dependencies; 503 while not ready. It triggers no restart. See docs/api.md. */
export async function GET(): Promise<Response> {
  await connection();
  const read = await readiness.current();
  return jsonResponse(read, { status: read.ready ? 200 : 503 });
}
