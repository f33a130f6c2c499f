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
          Not checked: the signature alone decides. Behind a reverse proxy, list its address in
          TRUSTED_PROXIES: deliveries from addresses the service does not list are then refused unread.
        </p>
      </Card>
    );
  return (
    <Card title="Source addresses">
      <Facts>
        <Fact label="Header of the proxy">
          <span className="font-mono text-[12.5px]">{source.header}</span>
        </Fact>
        <Fact
          label="Taken from"
          note={
            source.fetchedAt && (
              <>
                As the service listed them <Ago since={source.fetchedAt} />. Read again every day.
              </>
            )
          }
        >
          {source.addresses.length > 0 ? (
            <span className="font-mono text-[12.5px]">{source.addresses.join(", ")}</span>
          ) : (
            <span className="text-soon">The list could not be read yet: nobody is refused</span>
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
