import { db } from "@/lib/platform/database/client";
import { TagTable } from "@/lib/realtime/cache/tag-expirations";
import { expireTags } from "./publish";

/**
 * What the two cache handlers that Next loads by path (the `*-door.mjs` files) reach for. They are loaded outside
 * the bundle, so they find it on the global object; until it stands there they serve nothing.
 */
export type CacheBridge = {
  isOutOfDate(tags: Iterable<string>, begunAt: number): boolean;
  isFileOutOfDate(tags: Iterable<string>, writtenAt: number): boolean;
  lastExpiry(tags: Iterable<string>): number;
  /** Expires tags on every process; resolves when it is committed and holds on this one. */
  expire(tags: string[]): Promise<void>;
};

const CACHE_BRIDGE = Symbol.for("drayboard.cache-bridge");

/** Opens the door of this process and gives the table its listener keeps. */
export function openCacheBridge(): TagTable {
  const table = new TagTable();
  const writer: CacheBridge = {
    isOutOfDate: (tags, begunAt) => table.isOutOfDate(tags, begunAt),
    isFileOutOfDate: (tags, writtenAt) => table.isFileOutOfDate(tags, writtenAt),
    lastExpiry: (tags) => table.lastExpiry(tags),
    async expire(tags) {
      await expireTags(db(), tags);
      table.expire(tags);
    },
  };
  Object.assign(globalThis, { [CACHE_BRIDGE]: writer });
  return table;
}
