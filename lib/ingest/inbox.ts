import type { Pool } from "pg";
import { isConflict } from "@/lib/platform/database/transaction";
import { AppError } from "@/lib/platform/errors";
import { INBOX_CHANNEL } from "@/lib/realtime/channels";
import { noteRefusedDelivery } from "@/lib/realtime/rejected-deliveries";
import type { Arrival } from "./delivery";

/** Maximum rows per statement. With 6 KB per row, about 400 KB. */
const MAX_ROWS = 64;
const MAX_BYTES = 4_000_000;
const COLUMNS = 6;
/** Maximum bytes that may wait in this process for a commit. Further deliveries are rejected for retry. */
const MAX_WAITING_BYTES = 64_000_000;

/**
 * Returns one insert statement for this number of rows. Duplicates, within the batch or in the table, change nothing.
 */
function insertText(rows: number): string {
  const tuples = Array.from({ length: rows }, (_, row) => {
    const at = (column: number) => `$${row * COLUMNS + column}`;
    return `(${at(1)}, ${at(2)}, ${at(3)}, ${at(4)}, ${at(5)}, ${at(6)})`;
  });
  return `with noted as (
      insert into inbox (notification_id, event, created_at, subject, headers, body)
      values ${tuples.join(", ")}
      on conflict (notification_id) do nothing
      returning notification_id)
    select pg_notify('${INBOX_CHANNEL}', '') where exists (select from noted)`;
}

const TEXTS: readonly string[] = Array.from({ length: MAX_ROWS + 1 }, (_, rows) => insertText(rows));

/** Writes deliveries to the inbox in one commit. A delivery that is already stored stays unchanged. */
export async function insertArrivals(pool: Pool, arrivals: readonly Arrival[]): Promise<void> {
  const values = arrivals.flatMap(({ id, event, createdAt, subject, headers, body }) => [
    id,
    event,
    createdAt,
    subject,
    JSON.stringify(headers),
    body,
  ]);
  await pool.query({ name: `inbox-${arrivals.length}`, text: TEXTS[arrivals.length] ?? "", values });
}

type Waiting = { arrival: Arrival; done: () => void; failed: (error: unknown) => void };

/**
 * Writes webhook deliveries to the inbox of this process. Deliveries that arrive during a commit share the next one. Each
 * caller resolves only after the commit that holds its own row.
 */
export class InboxWriter {
  private waiting: Waiting[] = [];
  private waitingBytes = 0;
  private busy = false;

  constructor(private readonly pool: Pool) {}

  /**
   * Stores a delivery durably. Throws AppError `database_unavailable` when the database cannot store it now,
   * `bad_input` when it can never store it.
   */
  note(arrival: Arrival): Promise<void> {
    if (this.waitingBytes + arrival.body.byteLength > MAX_WAITING_BYTES)
      return Promise.reject(unavailable("too many deliveries wait already"));
    this.waitingBytes += arrival.body.byteLength;
    return new Promise((done, failed) => {
      this.waiting.push({ arrival, done, failed });
      if (!this.busy) void this.drain();
    });
  }

  private async drain(): Promise<void> {
    this.busy = true;
    while (this.waiting.length) await this.flush(this.take());
    this.busy = false;
  }

  /** Takes the next deliveries in order, up to the size of one statement. */
  private take(): Waiting[] {
    let [rows, bytes] = [0, 0];
    for (const { arrival } of this.waiting) {
      if (rows === MAX_ROWS || (rows > 0 && bytes + arrival.body.byteLength > MAX_BYTES)) break;
      rows += 1;
      bytes += arrival.body.byteLength;
    }
    this.waitingBytes -= bytes;
    return this.waiting.splice(0, rows);
  }

  /**
   * When a commit of several rows fails because of one row, each row is retried on its own. Then only the bad row
   * fails. The same applies when another process was writing the same rows in another order; this avoids deadlocks.
   */
  private async flush(batch: readonly Waiting[]): Promise<void> {
    try {
      await insertArrivals(
        this.pool,
        batch.map(({ arrival }) => arrival),
      );
      for (const { done } of batch) done();
    } catch (error) {
      if (batch.length > 1 && (isOfTheRow(error) || isConflict(error)))
        for (const one of batch) await this.flush([one]);
      else if (isOfTheRow(error)) for (const { failed } of batch) failed(unkeepable(error));
      else this.refuse(batch, unavailable(error));
    }
  }

  /** Rejects all waiting deliveries at once, since the database cannot commit. */
  private refuse(batch: readonly Waiting[], error: AppError): void {
    noteRefusedDelivery();
    const others = this.waiting.splice(0);
    this.waitingBytes = 0;
    for (const { failed } of [...batch, ...others]) failed(error);
  }
}

/**
 * Whether the error is caused by the row: data exceptions (SQLSTATE class 22) and program limits for one row (class
 * 54).
 */
const isOfTheRow = (error: unknown) =>
  error instanceof Error && "code" in error && /^(22|54)/.test(String(error.code));

const unkeepable = (cause: unknown) =>
  new AppError("bad_input", "The notification contains values that can't be saved.", { cause });

const unavailable = (cause: unknown) =>
  new AppError(
    "database_unavailable",
    "The notification could not be saved. Send it again in a few seconds.",
    {
      cause,
    },
  );
