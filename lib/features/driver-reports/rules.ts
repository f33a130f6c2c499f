import type { Container } from "@/lib/domain/container/container-facts";
import { isEmptyReturned } from "@/lib/domain/container/pickup";
import type { Moment } from "@/lib/domain/time/moment";

/** The steps of a move that a driver can report, in their order. */
export const DRIVER_STEPS = ["picked_up", "delivered", "empty_returned"] as const;
export type DriverStep = (typeof DRIVER_STEPS)[number];

export const STEP_LABELS: Record<DriverStep, string> = {
  picked_up: "Picked up",
  delivered: "Delivered",
  empty_returned: "Empty returned",
};

/** How long a report can be undone. */
export const UNDO_MS = 10 * 60_000;

/** The limits of photos: how many a link may send, and the bytes of one. */
export const MAX_PHOTOS = 5;
export const MAX_PHOTO_BYTES = 10_000_000;

/** A stored photo. `documentId` is the document at the service, null until a user sends it. */
export type DriverPhoto = { id: string; addedAt: string; documentId: string | null };

/**
 * What a driver reported through a share link. `at` is when it happened according to the driver. It is not a fact: no
 * milestone, readiness or queue depends on it.
 */
export type DriverReport = {
  link: { id: string; label: string };
  step: DriverStep;
  at: Moment;
  reportedAt: string;
  photos: DriverPhoto[];
};

/** A share link with the right to report on its container. */
export type ReportingLink = { id: string; label: string; createdAt: Date; containerId: string };

/** What the page of a link shows its driver. `ended`: nothing can be reported or undone any more. */
export type Reporting = {
  steps: { step: DriverStep; at: Moment; reportedAt: string; photos: number }[];
  ended: boolean;
};

/** Whether a report can be undone at `now` (epoch ms). */
export const canUndo = (reportedAt: string, now: number): boolean => now < Date.parse(reportedAt) + UNDO_MS;

/**
 * Whether the move of a link has ended: the service reports the empty return, or its driver reported it and can no longer
 * undo that.
 */
export function hasMoveEnded(
  container: Container,
  reports: readonly Pick<DriverReport, "step" | "reportedAt">[],
  now: Date,
): boolean {
  const returned = reports.find(({ step }) => step === "empty_returned");
  return (
    isEmptyReturned(container) || (returned !== undefined && !canUndo(returned.reportedAt, now.getTime()))
  );
}
