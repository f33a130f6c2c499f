import Link from "next/link";
import { ActionForm } from "@/components/settings/action-form";
import { settingsHref } from "@/components/settings/settings-pages";
import { Card } from "@/components/ui/card";
import type { FormAction } from "@/components/ui/forms/form-state";
import { Tag } from "@/components/ui/tag";
import type { WebhookData } from "@/lib/features/connection/rules/settings-data";

/** Webhooks of the account that belong to other installations. */
export function OthersCard({ webhook, removeAction }: { webhook: WebhookData; removeAction: FormAction }) {
  const others = webhook.check?.others ?? [];
  if (others.length === 0) return null;
  return (
    <Card
      title="Other webhooks on this account"
      aside={
        <Link href={settingsHref("webhooks")} className="text-accent hover:underline">
          All webhooks
        </Link>
      }
    >
      <ul className="flex flex-col divide-y divide-line">
        {others.map(({ id, url, active, atOurAddress }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1.5 py-2 first:pt-0 last:pb-0">
            <span className="min-w-0 font-mono text-[12.5px] wrap-anywhere">{url}</span>
            <Tag tone="plain">{active ? "active" : "inactive"}</Tag>
            {atOurAddress ? (
              <span className="flex w-full flex-col gap-1.5 text-note text-ink-2">
                Delivers here with an unknown secret. Every delivery is refused.
                <ActionForm
                  action={removeAction}
                  fields={{ id }}
                  label="Remove"
                  describe={url}
                  pendingText="Removing…"
                  variant="danger"
                />
              </span>
            ) : (
              <span className="text-note text-ink-3">
                Belongs to another system. Drayboard doesn’t change it.
              </span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
