import { Fact, Facts } from "@/components/settings/fact-list";
import { Ago } from "@/components/time/age";
import { Card } from "@/components/ui/card";
import type { ConnectionData } from "@/lib/features/connection/rules/settings-data";

/** Whether deliveries are checked against the service's list of sender addresses. */
export function SourceCard({ source }: { source: ConnectionData["source"] }) {
  if (source.header === null)
    return (
      <Card title="Source addresses">
        <p className="max-w-[75ch] text-ink-2">
          Not checked. Deliveries are verified by signature only. Behind a reverse proxy, add its address to
          TRUSTED_PROXIES. Deliveries from addresses that the service does not list are then refused unread.
        </p>
      </Card>
    );
  return (
    <Card title="Source addresses">
      <Facts>
        <Fact label="Proxy header">
          <span className="font-mono text-[12.5px]">{source.header}</span>
        </Fact>
        <Fact
          label="Allowed addresses"
          note={
            source.fetchedAt && (
              <>
                Listed by the service <Ago since={source.fetchedAt} />. Refreshed every day.
              </>
            )
          }
        >
          {source.addresses.length > 0 ? (
            <span className="font-mono text-[12.5px]">{source.addresses.join(", ")}</span>
          ) : (
            <span className="text-soon">List not loaded yet. No addresses are refused.</span>
          )}
        </Fact>
        {source.refusedAt && (
          <Fact label="Last refused">
            <Ago since={source.refusedAt} />
          </Fact>
        )}
      </Facts>
    </Card>
  );
}
