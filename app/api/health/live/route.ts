import { connection } from "next/server";
import { jsonResponse } from "@/app/api/_http/responses";

/**
 * Liveness: whether this process responds. Checks no database and no session. The supervisor restarts a process that
 * does not respond.
 */
export async function GET(): Promise<Response> {
  await connection();
  return jsonResponse({ live: true });
}
