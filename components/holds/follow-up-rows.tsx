"use client";

import Link from "next/link";
import { useLayoutEffect, useRef, useState } from "react";
import { deadlineText } from "@/components/board/table/cell-text";
import { DaysLeft } from "@/components/board/table/days-left";
import { DeletedMark } from "@/components/containers/deleted-upstream";
import { useKeys } from "@/components/keyboard/use-shortcuts";
import { useLocale } from "@/components/preferences/locale";
import { Ago } from "@/components/time/age";
import { useTicking } from "@/components/time/clock";
import { PlaceTime } from "@/components/time/local-time";
import { buttonClass } from "@/components/ui/button";
import { useListKeys } from "@/components/ui/lists/use-list-keys";
import { useMay } from "@/components/ui/permissions";
import { ScriptedButton } from "@/components/ui/scripted-button";
import { Tag } from "@/components/ui/tag";
import { formatContainerNumber } from "@/lib/contract/container-number";
import { followUpOwner, lastResult } from "@/lib/domain/readiness/hold-follow-up";
import { holdOwner, isActiveHold } from "@/lib/domain/readiness/holds";
import { containerHref } from "@/lib/features/containers/urls";
import { FOLLOW_UP_GROUP_LABELS, followUpMail } from "@/lib/features/holds/messages";
import {
  FOLLOW_UP_GROUPS,
  type FollowUpGroup,
  followUpGroup,
  type ListedFollowUp,
} from "@/lib/features/holds/rules";
import { telHref } from "@/lib/platform/text/phone-number";
import { DropForm, type FollowedUpHold, LogForm } from "./hold-follow-up";
import type { FollowUpActions } from "./holds-card";

const GRID =
  "grid gap-x-4 gap-y-1.5 md:grid-cols-[9rem_11rem_minmax(0,1fr)_minmax(0,1.3fr)] md:items-start xl:grid-cols-[9rem_11rem_minmax(0,1fr)_minmax(0,1.3fr)_auto]";

const heldBy = ({ container, holdName, place, zone }: ListedFollowUp): FollowedUpHold => ({
  containerId: container.id,
  holdName,
  place,
  zone,
  // The city of the zone is shown.
  city: null,
  owner: holdOwner(holdName),
});

/** The hold, who resolves it and how to reach them. */
function HoldAndContact({ followUp }: { followUp: ListedFollowUp }) {
  const { hold, holdName, contactEmail, contactPhone } = followUp;
  const active = hold !== null && isActiveHold(hold);
  return (
    <div className="min-w-0 wrap-anywhere">
      <Tag tone={active ? "late" : "soon"}>
        {active ? holdName : `${holdName} ${hold?.status ?? "not reported"}`}
      </Tag>
      {hold?.description && <p className="text-small text-ink-2">“{hold.description}”</p>}
      <p className="first-letter:uppercase">{followUpOwner(followUp)}</p>
      {contactEmail && <p className="text-small text-ink-2">{contactEmail}</p>}
      {contactPhone && (
        <a href={telHref(contactPhone)} className="text-small text-accent hover:underline">
          {contactPhone}
        </a>
      )}
    </div>
  );
}

/** What was said last, by whom and when. */
function LastResult({ last }: Pick<ListedFollowUp, "last">) {
  if (!last) return <p className="text-ink-3">Hold is back. Follow up.</p>;
  const { contacted, by, writtenAt } = last;
  return (
    <p className="min-w-0 wrap-anywhere">
      {lastResult(last)}
      <span className="block text-small text-ink-3">
        {contacted && `${contacted} · `}
        {by}, <Ago since={writtenAt} />
      </span>
    </p>
  );
}

function FollowUpRow({
  followUp,
  index,
  actions,
  now,
  open,
  onOpen,
}: {
  followUp: ListedFollowUp;
  index: number;
  actions: FollowUpActions;
  now: number;
  open: boolean;
  onOpen: (open: boolean) => void;
}) {
  const link = useRef<HTMLAnchorElement>(null);
  const mayDispatch = useMay("dispatch");
  const { container, nextCheckAt, zone, holdName } = followUp;
  const number = formatContainerNumber(container.number);
  const locale = useLocale();
  const { main } = deadlineText(locale, container.deadline, now);
  const hold = heldBy(followUp);
  const close = () => {
    onOpen(false);
    link.current?.focus();
  };
  return (
    <li
      data-row-index={index}
      data-follow-up-row={container.id}
      data-follow-up-id={followUp.id}
      className="border-b border-line px-3.5 py-2.5 first:rounded-t-card last:rounded-b-card last:border-b-0 focus-within:bg-raised"
    >
      <div className={GRID}>
        <p>
          {nextCheckAt ? (
            <PlaceTime moment={{ at: nextCheckAt, zone }} now={now} />
          ) : (
            <span className="text-ink-3">no next check</span>
          )}
        </p>
        <div>
          <Link
            ref={link}
            href={containerHref(container.id)}
            className="font-mono text-[12.5px] font-[520] whitespace-nowrap hover:underline"
          >
            {number}
          </Link>
          <p className="text-small text-ink-3">Last free day {main}</p>
          <div className="my-0.5">
            <DaysLeft row={container} />
          </div>
          <p className="truncate text-small text-ink-3">{container.terminal.name ?? container.port.name}</p>
          <DeletedMark since={container.deletedUpstreamAt} now={now} />
        </div>
        <HoldAndContact followUp={followUp} />
        <LastResult last={followUp.last} />
        {mayDispatch && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 md:col-span-2 md:col-start-3 xl:col-span-1 xl:col-start-auto">
            <ScriptedButton
              data-log
              aria-expanded={open}
              aria-label={`Log result for ${number}, ${holdName}`}
              className={buttonClass()}
              onClick={() => onOpen(!open)}
            >
              Log result
            </ScriptedButton>
            <a
              href={followUpMail(locale, followUp)}
              data-mail
              aria-label={`Email about ${number}, ${holdName}`}
              className="inline-flex min-h-6 items-center text-accent hover:underline"
            >
              Email
            </a>
            <DropForm hold={hold} followUp={followUp} action={actions.drop} />
          </div>
        )}
      </div>
      {open && <LogForm hold={hold} followUp={followUp} action={actions.log} onDone={close} />}
    </li>
  );
}

/** Presses a control of the row that has the focus. */
const pressInRow = (selector: string) => () => {
  const row = document.activeElement?.closest("[data-follow-up-row]");
  const control = row?.querySelector<HTMLElement>(selector);
  control?.click();
  return Boolean(control);
};

/**
 * Keeps the focus on the row that has it when the row moves to another group. Returns the event handlers of the list.
 */
function useFocusOfMovedRow(list: React.RefObject<HTMLElement | null>) {
  const focused = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (!focused.current || document.activeElement !== document.body) return;
    const row = list.current?.querySelector(`[data-follow-up-id="${focused.current}"]`);
    row?.querySelector<HTMLElement>("a")?.focus({ preventScroll: true });
  });
  return {
    onFocus: ({ target }: React.FocusEvent) => {
      focused.current = target.closest<HTMLElement>("[data-follow-up-id]")?.dataset.followUpId;
    },
    // React sends no event when it removes a row.
    onBlur: () => {
      focused.current = undefined;
    },
  };
}

/**
 * The follow-ups in groups: due, later today, later, without a next check. `now` is epoch ms. A row whose form is open
 * stays in its group, so that the form and what was typed are not lost when the time or another user changes it.
 */
export function FollowUpRows({
  followUps,
  actions,
  now,
}: {
  followUps: readonly ListedFollowUp[];
  actions: FollowUpActions;
  now: number;
}) {
  const list = useRef<HTMLDivElement>(null);
  const focusHandlers = useFocusOfMovedRow(list);
  const [opened, setOpened] = useState<ReadonlyMap<string, FollowUpGroup>>(new Map());
  const groups = useTicking((at) =>
    followUps.map((each) => opened.get(each.id) ?? followUpGroup(each, new Date(at))),
  );
  const setOpen = (id: string, group: FollowUpGroup) => (open: boolean) => {
    setOpened((before) => {
      const others = [...before].filter(([each]) => each !== id);
      return new Map(open ? [...others, [id, group]] : others);
    });
  };
  const rows = FOLLOW_UP_GROUPS.flatMap((group) =>
    followUps.filter((_, at) => groups[at] === group).map((followUp) => ({ group, followUp })),
  ).map((row, index) => ({ ...row, index }));
  useListKeys(
    list,
    "follow-ups",
    { count: rows.length, idAt: (place) => rows[place]?.followUp.id },
    (index) =>
      list.current?.querySelector(`[data-row-index="${index}"]`)?.scrollIntoView({ block: "nearest" }),
    { next: "next-follow-up", previous: "previous-follow-up" },
  );
  useKeys({ "log-follow-up": pressInRow("[data-log]"), "mail-follow-up": pressInRow("[data-mail]") });
  return (
    <div ref={list} className="flex flex-col gap-3.5" {...focusHandlers}>
      {FOLLOW_UP_GROUPS.map((group) => {
        const own = rows.filter((row) => row.group === group);
        if (own.length === 0) return null;
        return (
          <section key={group} data-follow-up-group={group} aria-label={FOLLOW_UP_GROUP_LABELS[group]}>
            <h2 className={`mb-1 font-[560] ${group === "due" ? "text-late" : "text-ink-2"}`}>
              {FOLLOW_UP_GROUP_LABELS[group]} <span className="font-normal text-ink-3">{own.length}</span>
            </h2>
            <ul className="rounded-card border border-line bg-surface">
              {own.map(({ followUp, index }) => (
                <FollowUpRow
                  key={followUp.id}
                  followUp={followUp}
                  index={index}
                  actions={actions}
                  now={now}
                  open={opened.has(followUp.id)}
                  onOpen={setOpen(followUp.id, group)}
                />
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
