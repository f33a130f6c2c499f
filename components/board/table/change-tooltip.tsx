"use client";

import { type RefObject, useEffect, useId, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { fetchChangeLines } from "@/components/board/data/requests";
import { boardChanges } from "@/components/board/data/unseen-changes";
import { useDisplayZone } from "@/components/preferences/display-zone";
import { useLocale } from "@/components/preferences/locale";
import { withKeys } from "@/components/ui/with-keys";
import { dayOf, timeOf } from "@/lib/domain/time/local-clock";
import { formatTime } from "@/lib/domain/time/time-format";
import { localDate } from "@/lib/domain/time/zoned-time";
import type { FactText } from "@/lib/features/board/rules/fact-text";
import type { Locale } from "@/lib/platform/text/locale";
import { nearMoment } from "./cell-text";

/** Until a mark under the pointer, or the marks of a focused row, are explained. */
const HOVER_MS = 150;
const FOCUS_MS = 400;
/** Until the pointer has moved from the mark to the tooltip. */
const LEAVE_MS = 150;
const WIDTH = 420;
const ROOM_BELOW = 180;

type Lines = { changes: readonly FactText[]; more: number };
type Place = { left: number } & ({ top: number } | { bottom: number });
type Shown = { place: Place; lines: Lines | null };

/** "2:10 PM" today, otherwise with its day, in the zone that the user sees times in. */
function whenText(locale: Locale, at: string, zone: string): string {
  const moment = { at, zone };
  const now = Date.now();
  return dayOf(moment) === localDate(new Date(now), zone)
    ? formatTime(locale, timeOf(moment))
    : nearMoment(locale, moment, now);
}

const markAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>("tr[data-container] [data-marked]") : null;

function placeNear(mark: Element): Place {
  const { left, top, bottom } = mark.getBoundingClientRect();
  const at = Math.max(8, Math.min(left, window.innerWidth - WIDTH - 8));
  return window.innerHeight - bottom < ROOM_BELOW
    ? { left: at, bottom: window.innerHeight - top + 4 }
    : { left: at, top: bottom + 4 };
}

/**
 * Explains the marks of changed cells in a table: what they were and are, when, and who reported it. Shown for the mark
 * under the pointer and for the row that the keyboard focuses. Its content is requested then, and not any more once left.
 */
export function ChangeTooltip({ sheet }: { sheet: RefObject<HTMLElement | null> }) {
  const tooltipId = useId();
  const [shown, setShown] = useState<Shown | null>(null);
  const locale = useLocale();
  const zone = useDisplayZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const tooltip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const table = sheet.current;
    if (!table) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let request: AbortController | null = null;
    let described: Element | null = null;
    let current: Element | null = null;

    function later(ms: number, act: () => void): void {
      clearTimeout(timer);
      timer = setTimeout(act, ms);
    }
    function hide(): void {
      clearTimeout(timer);
      request?.abort();
      request = null;
      described?.removeAttribute("aria-describedby");
      described = null;
      current = null;
      setShown(null);
    }
    async function show(mark: HTMLElement, link: Element | null): Promise<void> {
      const id = mark.closest<HTMLElement>("tr[data-container]")?.dataset.container;
      const changes = id === undefined ? undefined : boardChanges.of(id);
      if (id === undefined || !changes) return;
      hide();
      current = mark;
      const own = new AbortController();
      request = own;
      const lines = await fetchChangeLines({ id, since: changes.since }, own.signal).catch(() => null);
      if (own.signal.aborted || lines?.changes.length === 0) return;
      link?.setAttribute("aria-describedby", tooltipId);
      described = link;
      setShown({ place: placeNear(mark), lines });
    }
    const isWithin = (target: EventTarget | null) =>
      target instanceof Node && Boolean(tooltip.current?.contains(target));

    const onOver = ({ target }: PointerEvent) => {
      const mark = markAt(target);
      if (mark && mark === current) clearTimeout(timer);
      else if (mark) later(HOVER_MS, () => void show(mark, null));
    };
    const onOut = ({ target, relatedTarget }: PointerEvent) => {
      const left = markAt(target);
      if (left && markAt(relatedTarget) !== left) later(LEAVE_MS, hide);
    };
    const onTooltip = ({ target, relatedTarget, type }: PointerEvent) => {
      if (type === "pointerover" && isWithin(target)) clearTimeout(timer);
      if (type === "pointerout" && isWithin(target) && !isWithin(relatedTarget)) later(LEAVE_MS, hide);
    };
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || !target.matches(":focus-visible")) return;
      const mark = target.closest("tr[data-container]")?.querySelector<HTMLElement>("[data-marked]");
      if (mark) later(FOCUS_MS, () => void show(mark, target));
    };
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !tooltip.current) return;
      event.stopPropagation();
      hide();
    };
    table.addEventListener("pointerover", onOver);
    table.addEventListener("pointerout", onOut);
    table.addEventListener("focusin", onFocus);
    table.addEventListener("focusout", hide);
    table.addEventListener("scroll", hide);
    document.addEventListener("pointerover", onTooltip);
    document.addEventListener("pointerout", onTooltip);
    document.addEventListener("keydown", onEscape, { capture: true });
    return () => {
      hide();
      table.removeEventListener("pointerover", onOver);
      table.removeEventListener("pointerout", onOut);
      table.removeEventListener("focusin", onFocus);
      table.removeEventListener("focusout", hide);
      table.removeEventListener("scroll", hide);
      document.removeEventListener("pointerover", onTooltip);
      document.removeEventListener("pointerout", onTooltip);
      document.removeEventListener("keydown", onEscape, { capture: true });
    };
  }, [sheet, tooltipId]);

  if (!shown) return null;
  const { place, lines } = shown;
  return createPortal(
    <div
      ref={tooltip}
      id={tooltipId}
      role="tooltip"
      style={{ ...place, maxWidth: WIDTH }}
      className="fixed z-50 rounded-card border border-line-strong bg-surface px-3 py-2 text-small text-ink shadow-pop"
    >
      {lines === null ? (
        <p>Couldn’t load the changes. Open the container to see them.</p>
      ) : (
        <ul className="flex flex-col gap-0.5">
          {withKeys(lines.changes, ({ label, at }) => `${label} ${at}`).map(
            ({ key, item: { label, was, is, at, source } }) => (
              <li key={key} className="wrap-anywhere" dir="auto">
                {label}: {was} → <b className="font-[580]">{is}</b> · {whenText(locale, at, zone)} · {source}
              </li>
            ),
          )}
          {lines.more > 0 && <li className="text-ink-3">and {lines.more} more</li>}
        </ul>
      )}
    </div>,
    document.body,
  );
}
