import { db } from "@/lib/platform/database/client";
import { TagTable } from "@/lib/realtime/cache/tag-expirations";
import { expireTags } from "./publish";

/**
 * The bridge to the two cache handlers that Next loads by path (`*-cache-handler.mjs`). They run outside the bundle and
 * find it on the global object. Until it is there they serve nothing.
 */
export type CacheBridge = {
  isOutOfDate(tags: Iterable<string>, begunAt: number): boolean;
  isFileOutOfDate(tags: Iterable<string>, writtenAt: number): boolean;
  lastExpiry(tags: Iterable<string>): number;
  /** Expires tags on every process. Resolves when the change is committed and applied in this process. */
  expire(tags: string[]): Promise<void>;
};

const CACHE_BRIDGE = Symbol.for("drayboard.cache-bridge");

/** Opens the bridge of this process and returns the table that its listener updates. */
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
