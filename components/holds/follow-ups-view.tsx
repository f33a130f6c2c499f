import Link from "next/link";
import { HelpLink } from "@/components/help/help-link";
import { LiveRefresh } from "@/components/realtime/refresh";
import { PageTop } from "@/components/shell/page-header";
import { RenderedAt } from "@/components/shell/rendered-at";
import { ClockStart } from "@/components/time/clock";
import { buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/empty-state";
import { FOLLOW_UPS_PER_PAGE, type FollowUpList } from "@/lib/features/holds/rules";
import { FollowUpRows } from "./follow-up-rows";
import type { FollowUpActions } from "./holds-card";

function Pages({ offset, total }: { offset: number; total: number }) {
  if (total <= FOLLOW_UPS_PER_PAGE) return null;
  const page = offset / FOLLOW_UPS_PER_PAGE + 1;
  const last = Math.ceil(total / FOLLOW_UPS_PER_PAGE);
  return (
    <nav aria-label="Pagination" className="mt-3 flex items-center gap-2">
      {page > 1 && (
        <Link href={`/follow-ups?page=${page - 1}`} className={buttonClass()}>
          Previous
        </Link>
      )}
      <span className="text-ink-3">
        Page {page.toLocaleString("en-US")} of {last.toLocaleString("en-US")}
      </span>
      {page < last && (
        <Link href={`/follow-ups?page=${page + 1}`} className={buttonClass()}>
          Next
        </Link>
      )}
    </nav>
  );
}

function Nothing({ total }: { total: number }) {
  return total > 0 ? (
    <Notice
      title="No follow-ups on this page"
      action={
        <Link href="/follow-ups" className={buttonClass("main")}>
          First page
        </Link>
      }
    />
  ) : (
    <Notice
      title="No open follow-ups"
      action={
        <Link href="/board?queue=held" className={buttonClass("main")}>
          Show held containers
        </Link>
      }
    >
      Log a follow-up on a container’s page when you contact the broker or the line about a hold.{" "}
      <HelpLink topic="follow-ups" />
    </Notice>
  );
}

/** The open follow-ups as a list of work. `offset` counts those before the page; `now` is epoch ms. */
export function FollowUpsView({
  list: { followUps, total },
  offset,
  readAt,
  now,
  actions,
}: {
  list: FollowUpList;
  offset: number;
  readAt: string;
  now: number;
  actions: FollowUpActions;
}) {
  return (
    <ClockStart at={now}>
      <LiveRefresh
        watch={{ containers: followUps.map(({ container }) => container.id), shipments: [], parties: false }}
        readAt={readAt}
      />
      <PageTop title="Follow-ups" />
      {followUps.length === 0 ? (
        <div className="rounded-card border border-line bg-surface">
          <Nothing total={total} />
        </div>
      ) : (
        <FollowUpRows followUps={followUps} actions={actions} now={now} />
      )}
      <Pages offset={offset} total={total} />
      <RenderedAt at={readAt} />
    </ClockStart>
  );
}
