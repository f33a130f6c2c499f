import { SettingsIntro } from "@/components/settings/settings-intro";
import { VIEW_LABELS } from "@/components/sharing/links/share-data";
import { SeenText, SharedItem } from "@/components/sharing/links/shared-item";
import { Ago } from "@/components/time/age";
import { ClockStart } from "@/components/time/clock";
import { Card } from "@/components/ui/card";
import type { FormAction } from "@/components/ui/forms/form-state";
import type { EmbedEntry } from "@/lib/features/sharing/rules/settings-data";
import type { BoardChoice, MakeEmbed } from "./embed-data";
import { EmbedForm } from "./embed-form";

function EmbedItem({ embed, revoke }: { embed: EmbedEntry; revoke: FormAction }) {
  const { label, about, href, view, charges, origins, createdBy, createdAt, views, lastSeenAt } = embed;
  return (
    <SharedItem
      item={embed}
      about={about}
      href={href}
      how={`${VIEW_LABELS[view]} view${charges ? ", with charges" : ""}`}
      revoke={revoke}
      confirm={`“${label}” will stop working on every page that shows it. This can’t be undone.`}
    >
      <p className="font-mono text-small wrap-anywhere text-ink-2">{origins.join(" ")}</p>
      <p className="text-small text-ink-3">
        created by {createdBy}, <Ago since={createdAt} /> ·{" "}
        <SeenText views={views} lastSeenAt={lastSeenAt} never="not viewed yet" />
      </p>
    </SharedItem>
  );
}

/** Settings → Embeds: Drayboard content in pages of other sites. `now` is epoch ms. */
export function EmbedsView({
  embeds,
  boards,
  now,
  actions,
}: {
  embeds: readonly EmbedEntry[];
  boards: readonly BoardChoice[];
  now: number;
  actions: { create: MakeEmbed; revoke: FormAction };
}) {
  return (
    <ClockStart at={now}>
      <SettingsIntro title="Embeds" stale={false}>
        Show part of Drayboard on your intranet or a customer’s site, without sign-in or cookies. An embed
        shows the same data as a shared link, only on the sites you allow.
      </SettingsIntro>
      <Card title="New embed">
        <EmbedForm create={actions.create} boards={boards} />
      </Card>
      {embeds.length > 0 && (
        <Card title="Your embeds" aside={`${embeds.filter(({ state }) => state === "open").length} open`}>
          <ul>
            {embeds.map((embed) => (
              <EmbedItem key={embed.id} embed={embed} revoke={actions.revoke} />
            ))}
          </ul>
        </Card>
      )}
    </ClockStart>
  );
}
