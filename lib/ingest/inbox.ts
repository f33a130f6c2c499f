import type { Pool } from "pg";
import { isConflict } from "@/lib/platform/database/transaction";
import { AppError } from "@/lib/platform/errors";
import { INBOX_CHANNEL } from "@/lib/realtime/channels";
import { noteRefusedDelivery } from "@/lib/realtime/rejected-deliveries";
import type { Arrival } from "./delivery";

/** Rows one statement writes: with 6 KB each, some 400 KB. */
const MOST_ROWS = 64;
const MOST_BYTES = 4_000_000;
const COLUMNS = 6;
/** What may wait in this process for a commit; who comes then is asked to come again. */
const MOST_WAITING_BYTES = 64_000_000;

/** One statement for so many rows; a duplicate, in it or before it, changes nothing. */
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

const TEXTS: readonly string[] = Array.from({ length: MOST_ROWS + 1 }, (_, rows) => insertText(rows));

/** Writes deliveries into the inbox, in one commit. One that is there already stays as it first came. */
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
   * Notes a delivery durably. Throws AppError `database_unavailable` when that cannot be done now, `bad_input` when the
   * database can never keep it.
   */
  note(arrival: Arrival): Promise<void> {
    if (this.waitingBytes + arrival.body.byteLength > MOST_WAITING_BYTES)
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

  /** The next deliveries in their order, up to what one statement writes. */
  private take(): Waiting[] {
    let [rows, bytes] = [0, 0];
    for (const { arrival } of this.waiting) {
      if (rows === MOST_ROWS || (rows > 0 && bytes + arrival.body.byteLength > MOST_BYTES)) break;
      rows += 1;
      bytes += arrival.body.byteLength;
    }
    this.waitingBytes -= bytes;
    return this.waiting.splice(0, rows);
  }

  /**
   * Where a commit of several fails for one's sake each is tried by itself, so that a bad row fails alone; and where another
   * process was writing the same ones in another order, so that neither waits for two of the other's.
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

  /** The database cannot commit: nobody who waits already waits any longer to hear it. */
  private refuse(batch: readonly Waiting[], error: AppError): void {
    noteRefusedDelivery();
    const others = this.waiting.splice(0);
    this.waitingBytes = 0;
    for (const { failed } of [...batch, ...others]) failed(error);
  }
}

/** Data exceptions (SQLSTATE class 22) and limits of what one row may be (54). */
const isOfTheRow = (error: unknown) =>
  error instanceof Error && "code" in error && /^(22|54)/.test(String(error.code));

const unkeepable = (cause: unknown) =>
  new AppError("bad_input", "The notification holds what cannot be kept.", { cause });

const unavailable = (cause: unknown) =>
  new AppError(
    "database_unavailable",
    "The notification could not be noted. Send it again in a few seconds.",
    {
      cause,
    },
  );
