import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database, Executor } from "@/lib/platform/database/client";
import { queryColumn, queryRows } from "@/lib/platform/database/rows";
import { AppError } from "@/lib/platform/errors";
import { recordAuditEntry } from "./audit-log";

const ENTRIES_AT_ONCE = 1_000;
const DAY_MS = 86_400_000;
/** Younger entries cannot be deleted (migration 0067). */
const MIN_AGE_DAYS = 30;

/** An export: the number of its entries, the id of the last one and the SHA-256 of its uncompressed lines. */
export type AuditExport = { entries: number; lastId: number; checksum: string };

const entrySchema = z.object({ id: z.number(), line: z.string() });

/** The entries before an instant as lines of JSON, in the order of their ids, up to `lastId` when it is known. */
async function* listLines(
  executor: Executor,
  before: Date,
  lastId: number | null,
): AsyncGenerator<z.infer<typeof entrySchema>> {
  for (let after = 0; ; ) {
    const rows = await queryRows(
      executor,
      entrySchema,
      sql`
        select id::float8 as id, jsonb_build_object('id', id, 'at', to_iso(at), 'userId', user_id, 'actor', actor,
          'address', address, 'action', action, 'recordType', record_type, 'recordId', record_id, 'detail', detail,
          'data', data)::text as line
        from audit_entries where at < ${before} and id > ${after} and (${lastId}::bigint is null or id <= ${lastId})
        order by id limit ${ENTRIES_AT_ONCE}`,
    );
    yield* rows;
    if (rows.length < ENTRIES_AT_ONCE) return;
    after = rows.at(-1)?.id ?? after;
  }
}

/**
 * Writes all entries before an instant to a file: gzipped lines of JSON. The file gets its name once it is written and flushed.
 * Throws `bad_input` if it exists.
 */
export async function writeAuditExport(db: Database, file: string, before: Date): Promise<AuditExport> {
  const part = `${file}.part`;
  const result: AuditExport = { entries: 0, lastId: 0, checksum: "" };
  const hash = createHash("sha256");
  const existing = await open(file, "r").catch(() => null);
  if (existing) {
    await existing.close();
    throw new AppError("bad_input", `${file} exists. Name another file.`);
  }
  const handle = await open(part, "w", 0o600);
  try {
    async function* lines(): AsyncGenerator<string> {
      for await (const { id, line } of listLines(db, before, null)) {
        result.entries += 1;
        result.lastId = id;
        hash.update(`${line}\n`);
        yield `${line}\n`;
      }
    }
    await pipeline(lines, createGzip(), async (compressed: AsyncIterable<Buffer>) => {
      for await (const bytes of compressed) await handle.appendFile(bytes);
    });
    await handle.sync();
  } catch (error) {
    await handle.close();
    await rm(part, { force: true });
    throw error;
  }
  await handle.close();
  await rename(part, file);
  return { ...result, checksum: hash.digest("hex") };
}

/** Reads a file back and compares each line with the database. Throws an error that names the first difference. */
export async function verifyAuditExport(
  db: Database,
  file: string,
  before: Date,
  { entries, lastId, checksum }: AuditExport,
): Promise<void> {
  const compressed = createReadStream(file);
  const source = compressed.pipe(createGunzip());
  const stored = listLines(db, before, lastId);
  const hash = createHash("sha256");
  let read = 0;
  try {
    for await (const line of createInterface({ input: source, crlfDelay: Number.POSITIVE_INFINITY })) {
      const { value } = await stored.next();
      if (value?.line !== line) throw new Error(`${file}: line ${read + 1} differs from the database.`);
      hash.update(`${line}\n`);
      read += 1;
    }
  } finally {
    compressed.destroy();
  }
  if (read !== entries || hash.digest("hex") !== checksum)
    throw new Error(`${file} has ${read} of ${entries} entries.`);
}

/**
 * Exports the entries before an instant and reads the file back. With `deletes` it then deletes them, in one transaction that
 * also records the deletion. Entries of the last 30 days cannot be deleted: `bad_input`.
 */
export async function exportAuditEntries(
  db: Database,
  file: string,
  { before, deletes, now }: { before: Date; deletes: boolean; now: Date },
): Promise<AuditExport> {
  if (deletes && before.getTime() > now.getTime() - MIN_AGE_DAYS * DAY_MS)
    throw new AppError("bad_input", `Only entries older than ${MIN_AGE_DAYS} days can be deleted.`);
  const written = await writeAuditExport(db, file, before);
  await verifyAuditExport(db, file, before, written);
  if (!deletes || written.entries === 0) return written;
  const { entries, lastId, checksum } = written;
  await db.transaction(async (tx) => {
    await queryColumn(
      tx,
      z.string(),
      sql`select delete_exported_audit_entries(${lastId}::bigint, ${before}::timestamptz, ${entries}::bigint)::text as deleted`,
    );
    const data = { entries, before: before.toISOString(), checksum };
    await recordAuditEntry(
      tx,
      { userId: null, email: "npm run audit" },
      { action: "audit_entries.deleted", data, address: null },
    );
  });
  return written;
}
