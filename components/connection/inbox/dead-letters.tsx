import Link from "next/link";
import { ActionForm } from "@/components/settings/action-form";
import { Ago } from "@/components/time/age";
import { buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/empty-state";
import type { FormAction } from "@/components/ui/forms/form-state";
import { OnlyWho } from "@/components/ui/permissions";
import { Cell, Head, Note, Row, Table } from "@/components/ui/table";
import { eventLabel } from "@/lib/domain/milestones/event-labels";
import type { InboxData } from "@/lib/features/connection/rules/settings-data";

type Entry = InboxData["deadLettered"]["notifications"][number];

function Acts({ entry, action }: { entry: Entry; action: FormAction }) {
  return (
    <span className="flex flex-wrap items-start gap-1.5 sm:flex-nowrap sm:justify-end">
      <OnlyWho may="administer">
        <ActionForm
          action={action}
          fields={{ id: entry.id }}
          label="Retry"
          describe={entry.id}
          pendingText="Retrying…"
        />
      </OnlyWho>
      <Link href={`/settings/inbox/${encodeURIComponent(entry.id)}`} className={buttonClass("quiet")}>
        View original
      </Link>
    </span>
  );
}

function DeadLetterRow({ entry, action }: { entry: Entry; action: FormAction }) {
  return (
    <Row data-notification={entry.id}>
      <Cell>
        {eventLabel(entry.event)}
        <Note>{entry.event}</Note>
        <span className="mt-1.5 block text-late wrap-anywhere sm:hidden">
          {entry.error ?? "no error recorded"}
        </span>
        <span className="mt-1.5 block sm:hidden">
          <Acts entry={entry} action={action} />
        </span>
      </Cell>
      <Cell className="wrap-anywhere max-sm:hidden">
        <span className="text-late">{entry.error ?? "no error recorded"}</span>
        <Note>
          {entry.attempts} attempts · <span className="font-mono">{entry.id}</span>
        </Note>
      </Cell>
      <Cell className="whitespace-nowrap text-ink-3">
        <Ago since={entry.receivedAt} />
      </Cell>
      <Cell className="max-sm:hidden">
        <Acts entry={entry} action={action} />
      </Cell>
    </Row>
  );
}

/** Notifications that could not be applied and are no longer retried automatically. */
export function DeadLettered({
  deadLettered,
  tryAgainAction,
  tryAllAction,
}: {
  deadLettered: InboxData["deadLettered"];
  tryAgainAction: FormAction;
  tryAllAction: FormAction;
}) {
  const { total, notifications } = deadLettered;
  if (total === 0)
    return (
      <div className="rounded-card border border-line bg-surface">
        <Notice title="No failed notifications">
          Notifications that fail 8 times are listed here with the error.
        </Notice>
      </div>
    );
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="max-w-[75ch] text-ink-2">
          These failed 8 times. Other notifications are still processed. The next sync run brings these
          changes. Retry after updating Drayboard.
        </p>
        <OnlyWho may="administer">
          <ActionForm
            action={tryAllAction}
            label={total === 1 ? "Retry" : `Retry all ${total}`}
            pendingText="Retrying…"
            variant="main"
          />
        </OnlyWho>
      </div>
      <Table
        label="Dead-lettered notifications, latest first"
        heads={
          <>
            <Head>Event</Head>
            <Head className="max-sm:hidden">Error</Head>
            <Head>Received</Head>
            <Head className="max-sm:hidden">
              <span className="sr-only">Actions</span>
            </Head>
          </>
        }
      >
        {notifications.map((entry) => (
          <DeadLetterRow key={entry.id} entry={entry} action={tryAgainAction} />
        ))}
      </Table>
      {total > notifications.length && (
        <p className="text-note text-ink-3">
          The latest {notifications.length} of {total.toLocaleString("en-US")}.
        </p>
      )}
    </>
  );
}
