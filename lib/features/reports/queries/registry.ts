import type { TableId } from "@/lib/features/reports/rules/report-table";
import { arrivals } from "./arrivals";
import { charges } from "./charges";
import { freshness } from "./data-freshness";
import { deadlines } from "./deadlines";
import { dwell } from "./dwell";
import { drift } from "./eta-accuracy";
import { holds } from "./holds";
import type { Report } from "./report";
import { exposure } from "./reported-charges";
import { since } from "./since-yesterday";
import { statuses } from "./statuses";
import { trends } from "./trends";
import { users } from "./workload";

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
  trends,
  people: users,
};

/** Returns the report with that id. */
export const reportOf = (id: TableId): Report => REPORTS[id];
