import { SettingsIntro } from "@/components/settings/settings-intro";
import { VIEW_LABELS } from "@/components/sharing/links/share-data";
import { SeenWords, SharedItem } from "@/components/sharing/links/shared-item";
import { Ago } from "@/components/time/age";
import { ClockStart } from "@/components/time/clock";
import { Card } from "@/components/ui/card";
import type { FormAction } from "@/components/ui/forms/form-state";
import type { EmbedEntry } from "@/lib/features/sharing/rules/settings-data";
import type { BoardChoice, MakeEmbed } from "./embed-data";
import { EmbedForm } from "./embed-form";

function EmbedItem({ embed, revoke }: { embed: EmbedEntry; revoke: FormAction }) {
  const { label, about, href, view, charges, origins, madeBy, createdAt, views, lastSeenAt } = embed;
  return (
    <SharedItem
      item={embed}
      about={about}
      href={href}
      how={`${VIEW_LABELS[view]} view${charges ? ", with charges" : ""}`}
      revoke={revoke}
      confirm={`“${label}” shows nothing any more, wherever it was pasted. This can’t be undone.`}
    >
      <p className="font-mono text-small wrap-anywhere text-ink-2">{origins.join(" ")}</p>
      <p className="text-small text-ink-3">
        made by {madeBy}, <Ago since={createdAt} /> ·{" "}
        <SeenWords views={views} lastSeenAt={lastSeenAt} never="not seen yet" />
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
  actions: { make: MakeEmbed; revoke: FormAction };
}) {
  return (
    <ClockStart at={now}>
      <SettingsIntro title="Embeds" stale={false}>
        A part of Drayboard in a page of your intranet or of a customer’s site, without signing in and without
        cookies. It shows what a shared link shows, on the sites you name and on no other.
      </SettingsIntro>
      <Card title="New embed">
        <EmbedForm make={actions.make} boards={boards} />
      </Card>
      {embeds.length > 0 && (
        <Card title="Made so far" aside={`${embeds.filter(({ state }) => state === "open").length} open`}>
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
