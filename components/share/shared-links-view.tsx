import Link from "next/link";
import { Ago } from "@/components/live/age";
import { ClockStart } from "@/components/live/clock";
import { ActForm } from "@/components/settings/act-form";
import { SettingsIntro } from "@/components/settings/settings-intro";
import { Card } from "@/components/ui/card";
import type { FormAction } from "@/components/ui/form-state";
import { Notice } from "@/components/ui/notice";
import { Tag } from "@/components/ui/tag";
import { formatDay } from "@/lib/dispatch/zone-words";
import { type ShareLinkRow, VIEW_LABELS } from "./share-data";

const day = (instant: string, now: number) =>
  formatDay(instant.slice(0, 10), new Date(now).toISOString().slice(0, 10));

function seenWords({ views, lastSeenAt }: ShareLinkRow) {
  if (lastSeenAt === null) return "not opened yet";
  return (
    <>
      {views === 1 ? "seen once" : `seen ${views.toLocaleString("en-US")} times`}, last{" "}
      <Ago since={lastSeenAt} />
    </>
  );
}

function LinkRow({ link, now, revoke }: { link: ShareLinkRow; now: number; revoke: FormAction }) {
  const { id, label, about, href, view, charges, passcode, madeBy, createdAt, expiresAt, state } = link;
  const shown = [`${VIEW_LABELS[view]} view`, charges && "with charges", passcode && "with a passcode"];
  return (
    <li
      data-link={id}
      className="grid items-start gap-x-5 gap-y-1.5 border-b border-line py-2.5 last:border-b-0 sm:grid-cols-[minmax(0,1fr)_auto]"
    >
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="min-w-0 font-[550] wrap-anywhere">{label}</span>
          {state !== "open" && <Tag tone="plain">{state}</Tag>}
        </p>
        <p className="text-small text-ink-3 wrap-anywhere">
          <Link href={href} className="text-accent underline">
            {about}
          </Link>
          {" · "}
          {shown.filter(Boolean).join(", ")}
        </p>
        <p className="text-small text-ink-3">
          made by {madeBy} on {day(createdAt, now)}
          {expiresAt && ` · ${state === "expired" ? "expired" : "opens until"} ${day(expiresAt, now)}`}
          {" · "}
          {seenWords(link)}
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
          confirm={`Whoever has “${label}” sees nothing any more. This cannot be taken back.`}
        />
      )}
    </li>
  );
}

/** Settings → Shared links: what of this desk is open to others, and the way to end it. `now` is epoch ms. */
export function SharedLinksView({
  links,
  now,
  revoke,
}: {
  links: readonly ShareLinkRow[];
  now: number;
  revoke: FormAction;
}) {
  const open = links.filter(({ state }) => state === "open").length;
  return (
    <ClockStart at={now}>
      <SettingsIntro title="Shared links" stale={false}>
        What of this desk can be seen without signing in. A link is made with Share, on a container, a
        shipment or the board; it shows what is chosen there and never notes, chases, plans or names of
        others.
      </SettingsIntro>
      <Card title="Links" aside={`${open} open`}>
        {links.length === 0 && (
          <Notice title="Nothing is shared">
            Open a container and choose Share to let somebody follow it.
          </Notice>
        )}
        <ul>
          {links.map((link) => (
            <LinkRow key={link.id} link={link} now={now} revoke={revoke} />
          ))}
        </ul>
      </Card>
    </ClockStart>
  );
}
