import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { pickupPlace } from "@/lib/domain/container/pickup";
import { canUndo, DRIVER_STEPS, type ReportingLink } from "@/lib/features/driver-reports/rules";
import type { Database } from "@/lib/platform/database/client";
import { driverReports } from "@/lib/platform/database/schema/schema";
import { AppError } from "@/lib/platform/errors";
import { changeReports } from "./open-move";

/** A reported step. `at` is when it happened; null: now. */
export const stepSchema = z.object({
  step: z.enum(DRIVER_STEPS),
  at: z.iso.datetime().nullable().default(null),
});
export const undoSchema = stepSchema.pick({ step: true });

const MINUTE_MS = 60_000;

/** Forms name whole minutes, so the minute in which the link was created counts too. */
function timeOf(at: string | null, { createdAt }: ReportingLink, now: Date): Date {
  if (at === null) return now;
  const happened = new Date(at);
  if (happened > now) throw new AppError("bad_input", "This time is in the future. Enter another.");
  if (happened.getTime() < Math.floor(createdAt.getTime() / MINUTE_MS) * MINUTE_MS)
    throw new AppError("bad_input", "This time is before the link was created. Enter another.");
  return happened;
}

/**
 * Stores a step that the driver with the link reports. A step that was reported before stays as it is, so that a request
 * that arrives twice counts once. Throws `bad_input` for a time in the future or before the link, `changed_meanwhile`
 * after the move, `not_found` after the link has ended.
 */
export async function reportStep(
  db: Database,
  link: ReportingLink,
  { step, at }: z.infer<typeof stepSchema>,
  now: Date,
): Promise<void> {
  await changeReports(db, link, now, async (tx, { container, reports, requireOpen }) => {
    if (reports.some((report) => report.step === step)) return null;
    requireOpen();
    const happenedAt = timeOf(at, link, now);
    await tx.insert(driverReports).values({
      tokenId: link.id,
      step,
      containerId: link.containerId,
      happenedAt,
      zone: pickupPlace(container).zone,
      reportedAt: now,
    });
    const data = { label: link.label, step, at: happenedAt.toISOString() };
    return { action: "driver_report.created", data };
  });
}

/**
 * Deletes a reported step with its photos, within ten minutes of the report. A step that is not reported stays so. Throws
 * `changed_meanwhile` later and after the move, `not_found` after the link has ended.
 */
export async function undoStep(
  db: Database,
  link: ReportingLink,
  { step }: z.infer<typeof undoSchema>,
  now: Date,
): Promise<void> {
  await changeReports(db, link, now, async (tx, { reports, requireOpen }) => {
    const report = reports.find((each) => each.step === step);
    if (!report) return null;
    requireOpen();
    if (!canUndo(report.reportedAt, now.getTime()))
      throw new AppError("changed_meanwhile", "Undo is possible for 10 minutes only. Contact dispatch.");
    await tx
      .delete(driverReports)
      .where(and(eq(driverReports.tokenId, link.id), eq(driverReports.step, step)));
    return { action: "driver_report.undone", data: { label: link.label, step } };
  });
}
