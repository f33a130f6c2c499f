import { connection } from "next/server";
import { jsonAnswer } from "@/app/api/_http/responses";

/** Whether this process responds, and nothing else: no database, no session. The supervisor restarts one that does not. */
export async function GET(): Promise<Response> {
  await connection();
  return jsonAnswer({ live: true });
}
