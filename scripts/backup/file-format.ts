import { createHash, createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto";
import { type FileHandle, link, open, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { z } from "zod";
import { StartError } from "@/scripts/up/start-error";
import { sealedSecretsSchema } from "./secrets";

/*
 * A backup is one file: a line that names the format, a line of JSON (the header), a gzip stream of frames, with a
 * passphrase the HMAC-SHA-256 of everything before it, and the SHA-256 of everything before it. A frame is a letter (J: JSON, D: rows as COPY writes them), its length (4 bytes, big
 * endian) and its content.
 */

const MAGIC = "DRAYBOARD BACKUP";
const FORMAT = 2;
const CHECKSUM_BYTES = 32;
const HMAC_BYTES = 32;
const FRAME_HEAD_BYTES = 5;
const MAX_HEAD_BYTES = 1_000_000;
const MAX_FRAME_BYTES = 64_000_000;
/** Rows are collected into frames of about this size. */
const FRAME_BYTES = 256_000;
const GZIP_LEVEL = 4;

export const DATABASE_NAMES = ["dashboard", "tracking"] as const;
export type DatabaseName = (typeof DATABASE_NAMES)[number];

export const headerSchema = z.object({
  /** Version of Drayboard that wrote the file. */
  app: z.string(),
  /** Time of the snapshots, ISO 8601 in UTC. */
  createdAt: z.iso.datetime(),
  /** In the order of the file, each with the migrations of its schema, oldest first. */
  databases: z.array(z.object({ name: z.enum(DATABASE_NAMES), migrations: z.array(z.string()) })).min(1),
  /** Base URL of an external tracking service. Null: the one included in Drayboard. */
  trackingApiUrl: z.string().nullable(),
  /** The keys, encrypted with the passphrase, which then authenticates the file. Null: there was no passphrase. */
  secrets: sealedSecretsSchema.nullable(),
});
export type BackupHeader = z.infer<typeof headerSchema>;

const columnSchema = z.object({ name: z.string(), type: z.string(), notNull: z.boolean() });
export const tableSchema = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(columnSchema),
  primaryKey: z.array(z.string()),
  /** For a partition: its parent and the bounds as PostgreSQL writes them. */
  partitionOf: z.object({ parent: z.string(), bounds: z.string() }).nullable(),
});
export type TableDefinition = z.infer<typeof tableSchema>;
export const sequenceSchema = z.object({
  schema: z.string(),
  name: z.string(),
  lastValue: z.string(),
  isCalled: z.boolean(),
});
export type SequenceState = z.infer<typeof sequenceSchema>;

export const entrySchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("database"),
    name: z.enum(DATABASE_NAMES),
    tables: z.array(tableSchema),
    sequences: z.array(sequenceSchema),
  }),
  z.object({ kind: z.literal("rows"), schema: z.string(), table: z.string() }),
  z.object({ kind: z.literal("rows end"), rows: z.number(), digest: z.string() }),
  z.object({ kind: z.literal("end") }),
]);
export type Entry = z.infer<typeof entrySchema>;

function frame(letter: "J" | "D", content: Buffer): Buffer {
  const head = Buffer.alloc(FRAME_HEAD_BYTES);
  head.write(letter, 0, "latin1");
  head.writeUInt32BE(content.length, 1);
  return Buffer.concat([head, content]);
}

export const entryFrame = (entry: Entry): Buffer => frame("J", Buffer.from(JSON.stringify(entry)));

/** Converts the chunks of a COPY, of any size, into frames of rows. */
export async function* rowFrames(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let collected: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    collected.push(chunk);
    size += chunk.length;
    if (size < FRAME_BYTES) continue;
    yield frame("D", Buffer.concat(collected));
    collected = [];
    size = 0;
  }
  if (size > 0) yield frame("D", Buffer.concat(collected));
}

/**
 * A digest of a table's rows, independent of their order: their number and the sum of the rows' SHA-256, lane by lane.
 * Takes rows in COPY's text format, in which each row ends with its only line feed.
 */
export class RowDigest {
  rows = 0;
  private readonly lanes = new Uint32Array(CHECKSUM_BYTES / 4);
  private begun: Buffer[] = [];

  update(chunk: Buffer): void {
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      const rest = chunk.subarray(from, end);
      this.add(this.begun.length === 0 ? rest : Buffer.concat([...this.begun, rest]));
      this.begun = [];
      from = end + 1;
    }
    if (from < chunk.length) this.begun.push(Buffer.from(chunk.subarray(from)));
  }

  value(): string {
    return Buffer.from(this.lanes.buffer).toString("hex");
  }

  private add(row: Buffer): void {
    const rowHash = hash("sha256", row, "buffer");
    for (let lane = 0; lane < this.lanes.length; lane += 1)
      this.lanes[lane] = (this.lanes[lane] ?? 0) + rowHash.readUInt32LE(lane * 4);
    this.rows += 1;
  }
}

/** The reason why a file cannot be the target of a backup, checked before any work. Null: it can. */
export async function findTargetProblem(file: string, replace: boolean): Promise<string | null> {
  const path = resolve(file);
  if (!(await isFolder(dirname(path))))
    return `The folder ${dirname(path)} does not exist. Create it, or name another file.`;
  if (await isFolder(path)) return `${path} is a folder. Name a file.`;
  if (!replace && (await exists(path)))
    return `${path} exists already. Name another file, or add --replace to replace it once the new backup is complete.`;
  return null;
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
const isFolder = (path: string) =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/**
 * Writes a backup under a temporary name in the same folder (0600), reads it back and compares its checksum. Only then
 * it gets its final name. An aborted backup leaves no file under that name. Returns the size in bytes.
 */
export async function writeBackupFile(
  file: string,
  options: { replace: boolean; signal?: AbortSignal; fileKey: Buffer | null },
  header: BackupHeader,
  frames: () => AsyncIterable<Buffer>,
): Promise<number> {
  const path = resolve(file);
  const draft = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString("hex")}.part`);
  const handle = await open(draft, "wx", 0o600);
  try {
    try {
      await writeContent(handle, header, frames, options);
      await handle.sync();
    } finally {
      await handle.close();
    }
    const written = await openBackupFile(draft);
    if (options.fileKey !== null) await requireAuthentic(written, options.fileKey);
    options.signal?.throwIfAborted();
    await publish(draft, path, options.replace);
    return written.size;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function writeContent(
  handle: FileHandle,
  header: BackupHeader,
  frames: () => AsyncIterable<Buffer>,
  { signal, fileKey }: { signal?: AbortSignal; fileKey: Buffer | null },
): Promise<void> {
  const checksum = createHash("sha256");
  const hmac = fileKey && createHmac("sha256", fileKey);
  const write = async (bytes: Buffer) => {
    checksum.update(bytes);
    hmac?.update(bytes);
    await handle.appendFile(bytes);
  };
  await write(Buffer.from(`${MAGIC} ${FORMAT}\n${JSON.stringify(header)}\n`));
  await pipeline(
    frames,
    createGzip({ level: GZIP_LEVEL }),
    async (compressed: AsyncIterable<Buffer>) => {
      for await (const bytes of compressed) await write(bytes);
    },
    { signal },
  );
  if (hmac) {
    const authentic = hmac.digest();
    checksum.update(authentic);
    await handle.appendFile(authentic);
  }
  await handle.appendFile(checksum.digest());
}

/** A link fails if the name was taken meanwhile. A rename would replace the existing file. */
async function publish(draft: string, path: string, replace: boolean): Promise<void> {
  if (replace) await rename(draft, path);
  else
    try {
      await link(draft, path);
      await rm(draft);
    } catch (error) {
      if (await exists(path))
        throw new StartError(`${path} was created by another program meanwhile. Name another file.`);
      // Some file systems have no hard links.
      if (!(error instanceof Error)) throw error;
      await rename(draft, path);
    }
  await syncFolder(dirname(path));
}

/** Makes the new name durable after a power failure. Windows cannot open a folder. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export interface BackupFile {
  path: string;
  header: BackupHeader;
  size: number;
  /** Position of the compressed frames: the first byte, and the first byte after them. */
  frames: { from: number; to: number };
}

/**
 * Reads a backup's header after verifying the checksum of the whole file. Throws StartError if the file cannot be used.
 */
export async function openBackupFile(file: string): Promise<BackupFile> {
  const path = resolve(file);
  const handle = await open(path, "r").catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`${path} cannot be read (${error.code}). Check the name and who may read it.`);
  });
  try {
    const { size } = await handle.stat();
    const { header, from } = await readHead(handle, path);
    const summed = size - CHECKSUM_BYTES;
    const to = header.secrets === null ? summed : summed - HMAC_BYTES;
    if (to <= from || !(await isIntact(handle, summed))) throw damaged(path);
    return { path, header, size, frames: { from, to } };
  } finally {
    await handle.close();
  }
}

/**
 * Throws StartError if a file with a passphrase is not as it was written with it. A checksum alone can be computed again
 * by anyone who changes the file.
 */
export async function requireAuthentic({ path, frames: { to } }: BackupFile, fileKey: Buffer): Promise<void> {
  const handle = await open(path, "r");
  try {
    const hmac = createHmac("sha256", fileKey);
    for await (const bytes of handle.createReadStream({ start: 0, end: to - 1, autoClose: false }))
      hmac.update(bytes);
    const stored = Buffer.alloc(HMAC_BYTES);
    await handle.read(stored, 0, HMAC_BYTES, to);
    if (!timingSafeEqual(hmac.digest(), stored))
      throw new StartError(
        `${path} was changed after it was written: its content does not match the passphrase. Nothing was restored. Use another copy.`,
      );
  } finally {
    await handle.close();
  }
}

const damaged = (path: string) =>
  new StartError(
    `${path} is incomplete or was altered: its checksum does not match. Nothing was restored. Use another copy.`,
  );

async function readHead(handle: FileHandle, path: string): Promise<{ header: BackupHeader; from: number }> {
  const buffer = Buffer.alloc(MAX_HEAD_BYTES);
  const { bytesRead } = await handle.read(buffer, 0, MAX_HEAD_BYTES, 0);
  const head = buffer.subarray(0, bytesRead);
  const firstEnd = head.indexOf(10);
  const [, format] =
    /^DRAYBOARD BACKUP (\d{1,9})$/.exec(head.subarray(0, Math.max(0, firstEnd)).toString()) ?? [];
  if (format === undefined) throw new StartError(`${path} is not a backup of Drayboard.`);
  if (Number(format) < FORMAT)
    throw new StartError(
      `${path} has the former backup format ${format}, in which a passphrase does not protect the content. ` +
        "Restore it with the version that wrote it, update that, and make a new backup.",
    );
  if (Number(format) !== FORMAT)
    throw new StartError(
      `${path} has backup format ${format}; this version of Drayboard reads format ${FORMAT}. ` +
        "Restore it with the version that wrote it, or a later one.",
    );
  const secondEnd = head.indexOf(10, firstEnd + 1);
  if (secondEnd === -1) throw damaged(path);
  try {
    const header = headerSchema.parse(JSON.parse(head.subarray(firstEnd + 1, secondEnd).toString()));
    return { header, from: secondEnd + 1 };
  } catch {
    throw damaged(path);
  }
}

async function isIntact(handle: FileHandle, to: number): Promise<boolean> {
  const checksum = createHash("sha256");
  for await (const bytes of handle.createReadStream({ start: 0, end: to - 1, autoClose: false }))
    checksum.update(bytes);
  const stored = Buffer.alloc(CHECKSUM_BYTES);
  await handle.read(stored, 0, CHECKSUM_BYTES, to);
  return checksum.digest().equals(stored);
}

/** Reads the entries of a backup in order, with rows in between. Call `close` at the end. */
export class EntryReader {
  private readonly chunks: AsyncIterator<Buffer>;
  private buffered: Buffer = Buffer.alloc(0);
  private readonly leave = new AbortController();

  private constructor(chunks: AsyncIterable<Buffer>) {
    this.chunks = chunks[Symbol.asyncIterator]();
  }

  static async open({ path, frames }: BackupFile): Promise<EntryReader> {
    const handle = await open(path, "r");
    const source = handle.createReadStream({ start: frames.from, end: frames.to - 1 });
    const unzipped = createGunzip();
    const reader = new EntryReader(unzipped);
    // A failure is passed to the next read.
    pipeline(source, unzipped, { signal: reader.leave.signal, end: true }).catch((error) =>
      unzipped.destroy(error),
    );
    return reader;
  }

  /** The next entry, of the expected kind. Throws on another kind. */
  async next<K extends Entry["kind"]>(kind: K): Promise<Extract<Entry, { kind: K }>> {
    const { letter, content } = await this.frame();
    const entry = letter === "J" ? entrySchema.parse(JSON.parse(content.toString())) : null;
    if (!isOfKind(entry, kind)) throw new Error(`the backup holds another entry than "${kind}"`);
    return entry;
  }

  /** The rows up to the end entry, which is passed to `ended`. */
  async *rows(ended: (end: Extract<Entry, { kind: "rows end" }>) => void): AsyncGenerator<Buffer> {
    for (;;) {
      const { letter, content } = await this.frame();
      if (letter === "D") {
        yield content;
        continue;
      }
      const entry = entrySchema.parse(JSON.parse(content.toString()));
      if (!isOfKind(entry, "rows end")) throw new Error("the backup's rows have no end");
      ended(entry);
      return;
    }
  }

  close(): void {
    this.leave.abort();
  }

  private async frame(): Promise<{ letter: string; content: Buffer }> {
    const head = await this.take(FRAME_HEAD_BYTES);
    const length = head.readUInt32BE(1);
    if (length > MAX_FRAME_BYTES) throw new Error("the backup holds a frame that is too long");
    return { letter: head.toString("latin1", 0, 1), content: await this.take(length) };
  }

  private async take(length: number): Promise<Buffer> {
    const parts = [this.buffered];
    let size = this.buffered.length;
    while (size < length) {
      const { value, done } = await this.chunks.next();
      if (done) throw new Error("the backup ends too early");
      parts.push(value);
      size += value.length;
    }
    const all = parts.length === 1 ? this.buffered : Buffer.concat(parts);
    this.buffered = all.subarray(length);
    return all.subarray(0, length);
  }
}

function isOfKind<K extends Entry["kind"]>(
  entry: Entry | null,
  kind: K,
): entry is Extract<Entry, { kind: K }> {
  return entry?.kind === kind;
}
