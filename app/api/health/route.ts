import { connection } from "next/server";
import { jsonAnswer } from "@/app/api/answers";
import { readStatus } from "@/lib/live/status";

/** How fresh the desk is; 503 while the database is down. Open to anyone, names no record: see docs/api.md. */
export async function GET(): Promise<Response> {
  await connection();
  const status = await readStatus();
  return jsonAnswer(status, { status: status.database === "up" ? 200 : 503 });
}
