import { ActionForm } from "@/components/settings/action-form";
import { Ago } from "@/components/time/age";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import type { FormAction } from "@/components/ui/forms/form-state";
import type { WebhooksData } from "./webhooks-data";

/** The service's sender addresses, to be copied to a firewall allowlist. */
export function AddressesCard({
  addresses,
  action,
}: {
  addresses: WebhooksData["addresses"];
  action: FormAction;
}) {
  const list = addresses?.addresses ?? [];
  return (
    <Card
      title="Source addresses for your firewall"
      aside={
        addresses && (
          <>
            as of <Ago since={addresses.fetchedAt} />
          </>
        )
      }
    >
      <p className="mb-2 max-w-[75ch] text-ink-2">
        The service delivers only from these addresses. Allow them to reach the addresses above. The list can
        change.
      </p>
      {addresses === null && <p className="mb-2 text-ink-3">Not loaded yet.</p>}
      {addresses !== null && list.length === 0 && (
        <p className="mb-2 text-soon">None listed by the service.</p>
      )}
      {list.length > 0 && (
        <div className="mb-2 flex items-start gap-1">
          <ul className="flex min-w-0 flex-wrap gap-x-5 gap-y-1 pt-0.5 font-mono text-[12.5px]">
            {list.map((address) => (
              <li key={address} className="wrap-anywhere">
                {address}
              </li>
            ))}
          </ul>
          <CopyButton text={list.join("\n")} what="all addresses" />
        </div>
      )}
      <ActionForm action={action} label="Refresh addresses" pendingText="Refreshing…" />
    </Card>
  );
}
