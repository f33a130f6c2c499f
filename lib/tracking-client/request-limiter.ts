import { sql } from "drizzle-orm";
import type { Database } from "@/lib/platform/database/client";
import { AppError, databaseUnavailable } from "@/lib/platform/errors";
import { Availability } from "./availability";
import { Circuit } from "./circuit-breaker";
import { ClockWatch } from "./clock-skew";
import { noteGate } from "./plan-limits";
import { Budget, type Priority, type RequestLimits } from "./request-budget";
import type { Gate } from "./types";

const FAILURES_KEPT = 50;
/** Failures caused by the user, the plan or Drayboard's own database; they are unrelated to the connection. */
const NOT_OF_THE_CONNECTION = new Set(["not_found", "refused_by_service", "database_unavailable"]);

async function note(db: Database, request: string, { code, message }: AppError): Promise<void> {
  await db.execute(sql`
    with noted as (
      insert into request_failures (request, code, message)
      values (${request.slice(0, 200)}, ${code}, ${message.slice(0, 500)}) returning id
    )
    delete from request_failures where id <= (select id from noted) - ${FAILURES_KEPT}`);
}

/** Returns the gate of this installation: shared budget, circuit, and the status of both for the settings page. */
export function openGate(
  db: Database,
  limits: RequestLimits,
  { priority, patienceMs }: { priority: Priority; patienceMs: number },
): Gate {
  const budget = new Budget(db, limits);
  const circuit = new Circuit(db);
  const availability = new Availability(db);
  const clocks = new ClockWatch(db);
  const answered = () => {
    circuit.succeeded();
    availability.succeeded();
  };
  return {
    admit: async (bucket) => {
      try {
        if (await budget.take(bucket, priority, patienceMs)) await circuit.trying();
      } catch (error) {
        throw error instanceof AppError ? error : databaseUnavailable(error);
      }
    },
    pace: (bucket) => budget.pace(bucket, priority),
    refused: async (bucket, ms) => {
      // Reported now: otherwise the retry would find the circuit open because of the trial that was just answered.
      answered();
      await budget.pause(bucket, Math.max(ms, 1_000)).catch(() => {});
    },
    succeeded: (bucket) => {
      answered();
      if (bucket) void budget.release(bucket).catch(() => {});
    },
    silent: () => {
      circuit.silent();
      availability.silent();
    },
    clockOff: (ms) => clocks.measured(ms),
    failed: (request, failure) => {
      if (!NOT_OF_THE_CONNECTION.has(failure.code)) void note(db, request, failure).catch(() => {});
      void noteGate(db, request, failure).catch(() => {});
    },
  };
}
