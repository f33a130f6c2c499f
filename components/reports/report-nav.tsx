import Link from "next/link";
import { classNames } from "@/components/ui/class-names";
import {
  REPORT_IDS,
  REPORT_LABELS,
  type ReportId,
  reportHref,
  WEEKS,
  type Weeks,
} from "@/lib/features/reports/rules/report-table";

const CHIP = "inline-block rounded-chip px-2.5 py-1.5 whitespace-nowrap max-md:py-2";
const CHOSEN = "bg-surface font-[550] text-ink shadow-[0_0_0_1px_var(--line)]";

/** The navigation of the reports, with the current one marked. */
export function ReportNav({ id, weeks }: { id: ReportId; weeks: Weeks }) {
  return (
    <nav aria-label="Reports" className="mb-3">
      <ul className="flex flex-wrap gap-1">
        {REPORT_IDS.map((each) => (
          <li key={each}>
            <Link
              href={reportHref(each, weeks)}
              aria-current={each === id ? "page" : undefined}
              className={classNames(CHIP, each === id ? CHOSEN : "text-ink-2 hover:text-ink")}
            >
              {REPORT_LABELS[each].title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Period a report of the past looks. */
export function WeeksChoice({ id, weeks }: { id: ReportId; weeks: Weeks }) {
  return (
    <nav aria-label="Period">
      <ul className="flex gap-1">
        {WEEKS.map((each) => (
          <li key={each}>
            <Link
              href={reportHref(id, each)}
              aria-current={each === weeks ? "page" : undefined}
              className={classNames(CHIP, each === weeks ? CHOSEN : "text-ink-2 hover:text-ink")}
            >
              {each} weeks
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
