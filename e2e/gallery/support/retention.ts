import type { RetentionPreview, RetentionState, TableSize } from "@/lib/features/retention/rules";
import { hoursFromNow } from "./data";

export const TABLES: TableSize[] = [
  { name: "changes", label: "Changes", rows: 3_912_004, bytes: 2_140_000_000 },
  { name: "webhook_archive", label: "Archived webhook deliveries", rows: 240_118, bytes: 1_310_000_000 },
  { name: "board_rows", label: "Board rows", rows: 41_230, bytes: 161_000_000 },
  { name: "users", label: "users", rows: 14, bytes: 98_304 },
];

export const PREVIEW: RetentionPreview = {
  containers: 12_481,
  shipments: 6_902,
  jobs: 40,
  rows: [
    { label: "Milestones", rows: 149_772, bytes: 88_400_000 },
    { label: "Changes", rows: 1_248_100, bytes: 682_000_000 },
    { label: "Containers", rows: 12_481, bytes: 39_000_000 },
    { label: "Shipments", rows: 6_902, bytes: 8_100_000 },
    { label: "Rows of jobs", rows: 12_000, bytes: 2_900_000 },
  ],
};

export const NOTHING_DELETED: RetentionState = { containers: 0, shipments: 0, lastAt: null };
export const DELETED: RetentionState = { containers: 3_310, shipments: 1_804, lastAt: hoursFromNow(-0.4) };
