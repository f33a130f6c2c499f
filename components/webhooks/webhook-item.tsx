"use client";

import Link from "next/link";
import { useCallback, useState } from "react";
import { ActionForm } from "@/components/settings/action-form";
import { CopyText } from "@/components/settings/fact-list";
import { settingsHref } from "@/components/settings/settings-pages";
import { Button } from "@/components/ui/button";
import { Tag } from "@/components/ui/tag";
import { EVENTS } from "@/lib/contract/events";
import { eventLabel } from "@/lib/domain/milestones/event-labels";
import { joined } from "@/lib/platform/text/bidi";
import { SendTest } from "./send-test";
import { WebhookForm } from "./webhook-form";
import type { WebhookEntry, WebhooksActions } from "./webhooks-data";

const NAMED = 3;

/** The subscribed events as text: "all 43 events", "Gate out (full), Empty returned and 4 more". */
function eventText(events: readonly string[]): string {
  if (EVENTS.every((name) => events.includes(name))) return `all ${events.length} events`;
  if (events.length === 0) return "no events";
  const named = events.slice(0, NAMED).map(eventLabel).join(", ");
  return events.length > NAMED ? `${named} and ${events.length - NAMED} more` : named;
}

function State({ webhook: { kind, active } }: { webhook: WebhookEntry }) {
  if (kind === "stray") return <Tag tone="late">Rejected</Tag>;
  if (kind === "replaced") return <Tag tone="plain">Replaced</Tag>;
  return active ? <Tag tone="go">Active</Tag> : <Tag tone="soon">Paused</Tag>;
}

const KIND_NOTES = {
  own: "Used by Drayboard.",
  replaced: "Used by Drayboard until its secret was rotated. It is removed automatically.",
  by_hand: "Delivers to Drayboard with the secret in WEBHOOK_SECRET.",
  stray: "Delivers to Drayboard with an unknown secret, so every delivery is rejected. Delete it.",
  other: null,
} as const;

function Acts({
  webhook,
  actions,
  opened,
  onOpen,
}: {
  webhook: WebhookEntry;
  actions: WebhooksActions;
  opened: "edit" | "test" | null;
  onOpen: (what: "edit" | "test" | null) => void;
}) {
  const { id, url, active, kind, seen } = webhook;
  const flip = (what: "edit" | "test") => onOpen(opened === what ? null : what);
  const mine = kind === "own" || kind === "replaced";
  return (
    <div className="flex flex-wrap items-start gap-2">
      {kind !== "replaced" && (
        <Button aria-expanded={opened === "test"} onClick={() => flip("test")}>
          Send a test<span className="sr-only"> to {url}</span>
        </Button>
      )}
      {!mine && (
        <>
          <Button aria-expanded={opened === "edit"} onClick={() => flip("edit")}>
            Edit<span className="sr-only"> {url}</span>
          </Button>
          <ActionForm
            action={actions.pause}
            fields={{ id, active: String(!active) }}
            label={active ? "Pause" : "Resume"}
            describe={url}
            pendingText={active ? "Pausing…" : "Resuming…"}
          />
          <ActionForm
            action={actions.remove}
            fields={{ id, seen }}
            label="Delete"
            describe={url}
            pendingText="Deleting…"
            variant="danger"
            confirm="The receiving system gets no more notifications, and waiting deliveries are lost. A new webhook gets a new secret."
          />
        </>
      )}
    </div>
  );
}

/** One webhook of the account, with its actions. */
export function WebhookItem({ webhook, actions }: { webhook: WebhookEntry; actions: WebhooksActions }) {
  const [opened, setOpened] = useState<"edit" | "test" | null>(null);
  const close = useCallback(() => setOpened(null), []);
  const { url, kind, events, headers } = webhook;
  const note = KIND_NOTES[kind];
  return (
    <li
      data-webhook={webhook.id}
      className="flex flex-col gap-2 border-t border-line py-3 first:border-t-0 first:pt-0 last:pb-0"
    >
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="min-w-0">
          <CopyText text={url} what="address" />
        </span>
        <State webhook={webhook} />
        <span className="text-note text-ink-2">Receives {eventText(events)}.</span>
        {headers.length > 0 && (
          <span className="w-full text-note text-ink-2 wrap-anywhere">
            Headers: {joined(headers.map((name) => `${name}: ••••••`))}
          </span>
        )}
        {note && <span className="w-full text-note text-ink-2">{note}</span>}
        {kind === "own" && (
          <Link href={settingsHref("connection")} className="text-note text-accent hover:underline">
            Manage in Connection
          </Link>
        )}
      </div>
      <Acts webhook={webhook} actions={actions} opened={opened} onOpen={setOpened} />
      {opened === "test" && <SendTest webhook={webhook} action={actions.test} />}
      {opened === "edit" && (
        <WebhookForm
          webhook={webhook}
          action={actions.edit}
          label="Save"
          pendingText="Saving…"
          onDone={close}
          onLeave={close}
        />
      )}
    </li>
  );
}
