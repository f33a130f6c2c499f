import { ChangedView } from "@/components/board/changed/changed-view";
import { ChangeChoices } from "@/components/preferences/change-choices";
import { hoursFromNow, ROWS } from "@/e2e/gallery/support/data";
import { NOW } from "@/e2e/gallery/support/fixed-time";
import { PHONE, type Section, WIDE } from "@/e2e/gallery/support/section";
import { DEFAULT_CHANGES } from "@/lib/features/board/rules/change-kinds";

const change = (label: string, was: string, is: string, hours: number, source: string) => ({
  label,
  was,
  is,
  at: hoursFromNow(hours),
  source,
  unseen: hours > -2,
});

const CHANGES = [
  [
    change("Last free day", "Tue, Nov 24", "Thu, Nov 26", -0.5, "Terminal"),
    change("Charges", "none reported", "$650.00", -3, "Terminal"),
  ],
  [change("Holds", "customs, freight", "freight", -1, "Terminal")],
  [change("Planned pickup", "none", "Sat, Nov 21, 7:00 AM", -5, "Ana")],
];

const view = (count: number, problem: string | null = null) => (
  <ChangedView
    since={{ id: "yesterday", since: new Date(NOW - 20 * 3_600_000), problem }}
    zone={count > 0 ? "America/Los_Angeles" : null}
    containers={CHANGES.slice(0, count).flatMap((changes, index) => {
      const container = ROWS[index];
      return container ? [{ container, changes }] : [];
    })}
    nextHref={count > 0 ? "/changed?after=x" : null}
    isFirst
    readAt={hoursFromNow(0)}
    now={NOW}
  />
);

export const sections: Section[] = [
  { id: "changes/list", width: WIDE, render: () => view(3) },
  { id: "changes/list-phone", width: PHONE, render: () => view(3) },
  {
    id: "changes/empty",
    width: WIDE,
    render: () => view(0, "No sign-out is recorded for you. Changes since yesterday 5 PM are listed."),
  },
  {
    id: "changes/choices",
    width: WIDE,
    render: () => <ChangeChoices choice={DEFAULT_CHANGES} save={async () => null} />,
  },
];
