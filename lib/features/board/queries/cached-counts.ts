import { cacheLife, cacheTag } from "next/cache";
import { db } from "@/lib/platform/database/client";
import { containers } from "@/lib/platform/database/schema/schema";
import { COUNTS_TAG } from "@/lib/realtime/cache/cache-tags";

/** Counts the containers of the account. */
export async function countContainers(): Promise<number> {
  "use cache";
  cacheLife("max");
  cacheTag(COUNTS_TAG);
  return db().$count(containers);
}
