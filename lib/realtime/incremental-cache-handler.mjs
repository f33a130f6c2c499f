// Loaded by Next by path, outside the bundle: see docs/decisions/0003-cache-handlers.md.
import fileSystemCache from "next/dist/server/lib/incremental-cache/file-system-cache.js";

// Bundled into the proxy the module is its own default export. Loaded by path it has a `default` member.
const FileSystemCache = fileSystemCache.default ?? fileSystemCache;
const TAGS_HEADER = "x-next-cache-tags";
const writer = () => globalThis[Symbol.for("drayboard.cache-bridge")];

/** Prerendered shells: Next's own files, refused once one of their tags has expired on any process. */
export default class IncrementalCacheBridge extends FileSystemCache {
  async get(cacheKey, context) {
    const entry = await super.get(cacheKey, context);
    const tags = String(entry?.value?.headers?.[TAGS_HEADER] ?? "").split(",");
    const isOld =
      entry && writer()?.isFileOutOfDate([...tags, ...(context.softTags ?? [])], entry.lastModified);
    return isOld ? null : entry;
  }

  async revalidateTag(tags, durations) {
    await writer()?.expire([tags].flat());
    await super.revalidateTag(tags, durations);
  }
}
