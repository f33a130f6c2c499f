import Link from "next/link";
import { Fact, Facts } from "@/components/settings/fact-list";
import { settingsHref } from "@/components/settings/settings-pages";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { Notice } from "@/components/ui/empty-state";
import { eventLabel } from "@/lib/domain/milestones/event-labels";
import type { WebhookArchiveData } from "@/lib/features/connection/rules/settings-data";

function BackToInbox() {
  return (
    <p>
      <Link href={settingsHref("inbox")} className="text-accent hover:underline">
        Back to webhook inbox
      </Link>
    </p>
  );
}

/** A delivery in its received form, as text. Null if none is stored under this id. */
export function WebhookArchiveView({ webhookArchive }: { webhookArchive: WebhookArchiveData | null }) {
  if (webhookArchive === null)
    return (
      <>
        <BackToInbox />
        <div className="rounded-card border border-line bg-surface">
          <Notice title="Delivery not found">
            No delivery with this ID was received, or its retention period ended (WEBHOOK_ARCHIVE_DAYS).
          </Notice>
        </div>
      </>
    );
  const { id, event, receivedAt, headers, body } = webhookArchive;
  return (
    <>
      <BackToInbox />
      <Card title={eventLabel(event)} aside={`${Buffer.byteLength(body).toLocaleString("en-US")} bytes`}>
        <Facts>
          <Fact label="Event">{event}</Fact>
          <Fact label="Notification">
            <span className="font-mono text-[12.5px]">{id}</span> <CopyButton text={id} what="ID" />
          </Fact>
          <Fact label="Received">
            {receivedAt.slice(0, 10)} {receivedAt.slice(11, 19)} UTC
          </Fact>
          {Object.entries(headers).map(([name, value]) => (
            <Fact key={name} label={name}>
              <span className="font-mono text-[12.5px]">{value}</span>
            </Fact>
          ))}
        </Facts>
      </Card>
      <Card title="Original body" aside={<CopyButton text={body} what="body" />}>
        <pre className="max-h-[70vh] overflow-auto font-mono text-[12px] leading-[1.5] whitespace-pre-wrap wrap-anywhere">
          {body}
        </pre>
      </Card>
    </>
  );
}
