import { z } from "zod";

/** How long finished containers and ended jobs are kept, in days. Null: forever, the default. */
export type Retention = { containerDays: number | null; jobDays: number | null };

export const KEEP_EVERYTHING: Retention = { containerDays: null, jobDays: null };

type Period = { days: number; label: string };
/** The periods that an admin can choose from. */
export const CONTAINER_PERIODS: readonly Period[] = [
  { days: 90, label: "3 months" },
  { days: 180, label: "6 months" },
  { days: 365, label: "1 year" },
  { days: 730, label: "2 years" },
  { days: 1_095, label: "3 years" },
  { days: 2_555, label: "7 years" },
];
export const JOB_PERIODS: readonly Period[] = [
  { days: 30, label: "30 days" },
  { days: 90, label: "3 months" },
  { days: 365, label: "1 year" },
];

const daysOf = (periods: readonly Period[]) =>
  z
    .number()
    .nullable()
    .refine((days) => days === null || periods.some((period) => period.days === days), {
      error: "Select one of the periods.",
    });

export const retentionSchema = z.object({
  containerDays: daysOf(CONTAINER_PERIODS),
  jobDays: daysOf(JOB_PERIODS),
});

/** A kind of rows that would be deleted. `bytes` is estimated from the average size of a row with its indexes. */
export type DeletedRows = { label: string; rows: number; bytes: number };

/** What would be deleted now. `containers` are those of finished shipments; the rows of each table are in `rows`. */
export type RetentionPreview = {
  containers: number;
  shipments: number;
  jobs: number;
  rows: DeletedRows[];
};

/** A table with what it contains, its rows (estimated by PostgreSQL) and its size on disk with indexes, in bytes. */
export type TableSize = { name: string; label: string; rows: number; bytes: number };

/** What retention deleted so far. `lastAt` is UTC text, null when nothing was deleted. */
export type RetentionState = { containers: number; shipments: number; lastAt: string | null };

export const previewBytes = ({ rows }: RetentionPreview): number =>
  rows.reduce((sum, { bytes }) => sum + bytes, 0);

const UNITS = ["KB", "MB", "GB", "TB"] as const;

/** "850 KB", "4.2 MB", "1.3 GB". */
export function formatBytes(bytes: number): string {
  let value = bytes / 1_000;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  const text = value < 9.95 && unit > 0 ? value.toFixed(1) : Math.ceil(value).toLocaleString("en-US");
  return `${text} ${UNITS[unit]}`;
}
