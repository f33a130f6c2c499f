"use client";

import { Figure, Figures } from "@/components/settings/figure";
import { ReadingProvider } from "@/components/settings/polling-provider";
import { SettingsIntro } from "@/components/settings/settings-intro";
import { useReading } from "@/components/settings/use-polling";
import { Age, Ago } from "@/components/time/age";
import type { FormAction } from "@/components/ui/forms/form-state";
import type { InboxData } from "@/lib/features/connection/rules/settings-data";
import { DeadLettered } from "./dead-letters";
import { UnreadableAttributes } from "./unreadable-attributes";

const EVERY_MS = 3_000;

type Props = { initial: InboxData; tryAgainAction: FormAction; tryAllAction: FormAction };

function Inbox({ initial, tryAgainAction, tryAllAction }: Props) {
  const { data, stale } = useReading("inbox", initial, EVERY_MS);
  const { waiting, oldestAt, retrying } = data;
  return (
    <>
      <SettingsIntro title="Webhook inbox" stale={stale}>
        Every delivery from the service is saved before it is acknowledged. A worker processes deliveries in
        the order received.
      </SettingsIntro>
      <Figures>
        <Figure label="Waiting" note={retrying > 0 ? `${retrying} failed before` : "to be processed"}>
          {waiting.toLocaleString("en-US")}
        </Figure>
        <Figure label="Oldest" note={oldestAt === null ? "nothing waiting" : "since received"}>
          {oldestAt === null ? "–" : <Age since={oldestAt} />}
        </Figure>
        <Figure label="Received" note="in the last minute">
          {data.receivedLastMinute.toLocaleString("en-US")}
        </Figure>
        <Figure
          label="Processed"
          note={
            data.lastReceivedAt === null ? (
              "in the last minute"
            ) : (
              <>
                in the last minute; last received <Ago since={data.lastReceivedAt} />
              </>
            )
          }
        >
          {data.processedLastMinute.toLocaleString("en-US")}
        </Figure>
      </Figures>
      {waiting > 0 && data.processedLastMinute === 0 && oldestAt !== null && (
        <p role="status" className="text-soon">
          Nothing was processed in the last minute. Check that a worker is running: npm run worker.
        </p>
      )}
      <section className="flex flex-col gap-2">
        <h2 className="font-[560]">Dead-lettered</h2>
        <DeadLettered
          deadLettered={data.deadLettered}
          tryAgainAction={tryAgainAction}
          tryAllAction={tryAllAction}
        />
      </section>
      <UnreadableAttributes unreadable={data.unreadable} />
    </>
  );
}

/** Settings → Webhook inbox. */
export function InboxView(props: Props) {
  return (
    <ReadingProvider readAt={props.initial.readAt}>
      <Inbox {...props} />
    </ReadingProvider>
  );
}
