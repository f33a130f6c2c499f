import { cacheLife, cacheTag } from "next/cache";
import { db } from "@/lib/platform/database/client";
import { PARTIES_TAG } from "@/lib/realtime/cache/cache-tags";
import { listParties } from "./parties";

export async function readParties() {
  "use cache";
  cacheLife("max");
  cacheTag(PARTIES_TAG);
  return { parties: await listParties(db()), readAt: new Date().toISOString() };
}
