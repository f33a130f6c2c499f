import { HelpLink } from "@/components/help/help-link";
import { SettingsIntro } from "@/components/settings/settings-intro";
import { ClockStart } from "@/components/time/clock";
import { DayText } from "@/components/time/day-text";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/empty-state";
import type { FormAction } from "@/components/ui/forms/form-state";
import type { ShareLinkEntry } from "@/lib/features/sharing/rules/settings-data";
import { VIEW_LABELS } from "./share-data";
import { SeenText, SharedItem } from "./shared-item";

const day = (instant: string, now: number) => (
  <DayText on={instant.slice(0, 10)} today={new Date(now).toISOString().slice(0, 10)} />
);

function LinkRow({ link, now, revoke }: { link: ShareLinkEntry; now: number; revoke: FormAction }) {
  const { label, about, href, view, createdBy, createdAt, expiresAt, state } = link;
  const shared = [
    `${VIEW_LABELS[view]} view`,
    link.charges && "with charges",
    link.documents && "with documents",
    link.reports && "driver can report",
    link.passcode && "with a passcode",
  ];
  return (
    <SharedItem
      item={link}
      about={about}
      href={href}
      how={shared.filter(Boolean).join(", ")}
      revoke={revoke}
      confirm={`“${label}” will stop working for everyone who has the link. This can’t be undone.`}
    >
      <p className="text-small text-ink-3">
        created by {createdBy} on {day(createdAt, now)}
        {expiresAt && (
          <>
            {" · "}
            {state === "expired" ? "expired" : "valid until"} {day(expiresAt, now)}
          </>
        )}
        {" · "}
        <SeenText views={link.views} lastSeenAt={link.lastSeenAt} never="not opened yet" />
      </p>
    </SharedItem>
  );
}

/** Settings → Shared links: all shared content, each with a revoke button. `now` is epoch ms. */
export function SharedLinksView({
  links,
  now,
  revoke,
}: {
  links: readonly ShareLinkEntry[];
  now: number;
  revoke: FormAction;
}) {
  const open = links.filter(({ state }) => state === "open").length;
  return (
    <ClockStart at={now}>
      <SettingsIntro title="Shared links" stale={false}>
        Parts of Drayboard that anyone with the link can see without signing in. Create a link with Share on a
        container, a shipment or the board. Links never show notes, follow-ups or names of others. Only driver
        links show the planned move.
      </SettingsIntro>
      <Card title="Links" aside={`${open} open`}>
        {links.length === 0 && (
          <Notice title="No shared links">
            To share a container, open it and select Share. <HelpLink topic="sharing" />
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
