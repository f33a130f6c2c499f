// Loaded by Next by path, outside the bundle: see docs/decisions/0003-cache-handlers.md.
import { createDefaultCacheHandler } from "next/dist/server/lib/cache-handlers/default.js";

/** Counted by content; the buffers hold more. With 64 MB a dashboard had 119 MB of buffers, with 16 MB 83 (docs/performance.md). */
const MEMORY_BYTES = 16 * 1024 * 1024;
const memory = createDefaultCacheHandler(MEMORY_BYTES);
const writer = () => globalThis[Symbol.for("drayboard.cache-bridge")];

/** `use cache`: entries in this process's memory, tags shared by all processes through PostgreSQL. */
export default {
  async get(cacheKey, softTags) {
    const entry = await memory.get(cacheKey, softTags);
    if (!entry || !writer() || writer().isOutOfDate([...entry.tags, ...softTags], entry.timestamp))
      return undefined;
    return entry;
  },
  set: (cacheKey, pendingEntry) => memory.set(cacheKey, pendingEntry),
  refreshTags: async () => {},
  getExpiration: async (tags) => writer()?.lastExpiry(tags) ?? 0,
  updateTags: async (tags) => writer()?.expire(tags),
};
