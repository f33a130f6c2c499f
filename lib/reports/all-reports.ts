import type { TableId } from "@/lib/dispatch/report-table";
import { arrivals } from "./arrivals";
import { charges } from "./charges";
import { deadlines } from "./deadlines";
import { drift } from "./drift";
import { dwell } from "./dwell";
import { exposure } from "./exposure";
import { freshness } from "./freshness";
import { holds } from "./holds";
import { people } from "./people";
import type { Report } from "./report";
import { since } from "./since";
import { statuses } from "./statuses";

const REPORTS: Record<TableId, Report> = {
  deadlines,
  arrivals,
  holds,
  dwell,
  drift,
  statuses,
  charges,
  freshness,
  since,
  exposure,
  people,
};

/** The report of that name. */
export const reportOf = (id: TableId): Report => REPORTS[id];
