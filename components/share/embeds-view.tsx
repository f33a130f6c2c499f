import Link from "next/link";
import { Ago } from "@/components/live/age";
import { ClockStart } from "@/components/live/clock";
import { ActForm } from "@/components/settings/act-form";
import { SettingsIntro } from "@/components/settings/settings-intro";
import { Card } from "@/components/ui/card";
import type { FormAction } from "@/components/ui/form-state";
import { Tag } from "@/components/ui/tag";
import type { BoardChoice, EmbedRow, MakeEmbed } from "./embed-data";
import { EmbedForm } from "./embed-form";
import { VIEW_LABELS } from "./share-data";

function EmbedItem({ embed, revoke }: { embed: EmbedRow; revoke: FormAction }) {
  const { id, label, about, href, view, charges, origins, madeBy, createdAt, state, views, lastSeenAt } =
    embed;
  return (
    <li
      data-embed={id}
      className="grid items-start gap-x-5 gap-y-1.5 border-b border-line py-2.5 last:border-b-0 sm:grid-cols-[minmax(0,1fr)_auto]"
    >
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="min-w-0 font-[550] wrap-anywhere">{label}</span>
          {state !== "open" && <Tag tone="plain">{state}</Tag>}
        </p>
        <p className="text-small wrap-anywhere text-ink-3">
          {href === null ? (
            about
          ) : (
            <Link href={href} className="text-accent underline">
              {about}
            </Link>
          )}
          {` · ${VIEW_LABELS[view]} view${charges ? ", with charges" : ""}`}
        </p>
        <p className="font-mono text-small wrap-anywhere text-ink-2">{origins.join(" ")}</p>
        <p className="text-small text-ink-3">
          made by {madeBy}, <Ago since={createdAt} /> ·{" "}
          {lastSeenAt === null ? (
            "not seen yet"
          ) : (
            <>
              {views === 1 ? "seen once" : `seen ${views.toLocaleString("en-US")} times`}, last{" "}
              <Ago since={lastSeenAt} />
            </>
          )}
        </p>
      </div>
      {state === "open" && (
        <ActForm
          action={revoke}
          label="Revoke"
          pendingText="Revoking…"
          look="danger"
          fields={{ id }}
          describe={label}
          confirm={`“${label}” shows nothing any more, wherever it was pasted. This cannot be taken back.`}
        />
      )}
    </li>
  );
}

/** Settings → Embeds: what of this desk stands in other sites' pages. `now` is epoch ms. */
export function EmbedsView({
  embeds,
  boards,
  now,
  actions,
}: {
  embeds: readonly EmbedRow[];
  boards: readonly BoardChoice[];
  now: number;
  actions: { make: MakeEmbed; revoke: FormAction };
}) {
  return (
    <ClockStart at={now}>
      <SettingsIntro title="Embeds" stale={false}>
        A part of this desk in a page of your intranet or of a customer’s site, without signing in and without
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
