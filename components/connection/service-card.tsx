import { ActionForm } from "@/components/settings/action-form";
import { CopyText, Fact, Facts } from "@/components/settings/fact-list";
import { Ago } from "@/components/time/age";
import { Card } from "@/components/ui/card";
import type { FormAction } from "@/components/ui/forms/form-state";
import { Tag } from "@/components/ui/tag";
import type { Access, ConnectionData } from "@/lib/features/connection/rules/settings-data";
import { accessText, keyText } from "./connection-text";

const RAIL_DEADLINE = "container.pickup_lfd_rail.changed";

function AccessFact({ label, access }: { label: string; access: Access | null }) {
  const { tone, what } = accessText(access?.access ?? "unknown");
  return (
    <Fact label={label} note={access?.text}>
      {access?.access === "no" ? <Tag tone={tone}>{what}</Tag> : what}
    </Fact>
  );
}

function railAccess({ webhook }: ConnectionData): Access {
  if (webhook.withheldEvents.includes(RAIL_DEADLINE)) return { access: "no", text: null };
  const reported = webhook.check?.atService?.events.includes(RAIL_DEADLINE);
  return { access: reported ? "yes" : "unknown", text: null };
}

/** The service that Drayboard uses, whether its key is accepted, and the key's permissions. */
export function ServiceCard({ data, checkAction }: { data: ConnectionData; checkAction: FormAction }) {
  const { reach } = data;
  const key = keyText(reach?.key ?? null);
  return (
    <Card
      title="Tracking service"
      aside={
        reach && (
          <>
            checked <Ago since={reach.checkedAt} />
          </>
        )
      }
    >
      <Facts>
        <Fact long label="Address" note={data.embedded ? "Built-in tracking service" : null}>
          <CopyText text={data.serviceUrl} what="address" />
        </Fact>
        <Fact label="Key" note={key.advice ?? "The key is never shown."}>
          <Tag tone={key.tone}>{key.what}</Tag>
        </Fact>
        <AccessFact label="Shipments and containers" access={reach?.records ?? null} />
        <AccessFact label="Maps and vessels" access={reach?.routing ?? null} />
        <AccessFact label="Refresh on demand" access={reach?.refresh ?? null} />
        <AccessFact label="Rail deadlines" access={railAccess(data)} />
      </Facts>
      <div className="mt-3">
        <ActionForm action={checkAction} label="Check again" pendingText="Checking…" />
      </div>
    </Card>
  );
}
