"use client";

import { useRouter } from "next/navigation";
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { KeyCap } from "@/components/keyboard/key-cap";
import { classNames } from "@/components/ui/class-names";
import { Modal } from "@/components/ui/modal";
import { useRights } from "@/components/ui/permissions";
import { guessNumber } from "@/lib/domain/numbers/number-kind";
import { hasSeveralNumbers, parsePastedNumbers } from "@/lib/domain/numbers/number-list";
import type { SearchMatch } from "@/lib/features/search/rules";
import { type Command, commandsHere, matchingCommands } from "./commands";
import { type NumberOffer, useNumberOffer } from "./number-offer";
import { MATCH_GROUPS, matchHref, matchName, matchNote } from "./palette-results";
import { noteRecent, recentMatches } from "./recent-records";
import { useMatches } from "./use-palette-results";

/** `prepare` is called before the page of the item is opened. */
type Item = Command & { match: SearchMatch | null; prepare?: () => void };

const itemOfMatch = (match: SearchMatch, group = MATCH_GROUPS[match.kind]): Item => ({
  id: `${match.kind} ${match.id}`,
  group,
  name: matchName(match),
  note: matchNote(match),
  key: null,
  href: matchHref(match),
  match,
});

/** Searches for a text, offered in addition to the matches. */
function searches(text: string, mayTrack: boolean): Item[] {
  const requested = encodeURIComponent(text);
  const link = (id: string, name: string, href: string): Item => ({
    id,
    group: "Search",
    name,
    note: "",
    key: null,
    href,
    match: null,
  });
  return [
    link("search board", `Search the board for “${text}”`, `/board?q=${requested}`),
    ...(mayTrack && guessNumber(text, [])
      ? [link("track", `Track ${text}`, `/track?number=${requested}`)]
      : []),
  ];
}

/** What can be done with several numbers. */
const offered = ({ choices }: NumberOffer): Item[] =>
  (choices ?? []).map((choice) => ({ ...choice, group: "Pasted numbers", note: "", key: null, match: null }));

/** Maximum length of the text in the field. */
const MAX_TEXT = 200;

type Items = { items: Item[]; status: string | null; waiting: boolean };

function useItems(text: string, pasted: string | null): Items {
  const offer = useNumberOffer(pasted ?? text);
  const { of, matches, failed } = useMatches(offer ? "" : text);
  const may = useRights();
  const [commands] = useState(() => commandsHere(may));
  const [recent] = useState(recentMatches);
  const mayTrack = may("dispatch");
  const wanted = text.trim();
  const items = useMemo(() => {
    const known = matchingCommands(commands, wanted).map((command): Item => ({ ...command, match: null }));
    if (wanted === "") return [...recent.map((match) => itemOfMatch(match, "Recent")), ...known];
    return [...matches.map((match) => itemOfMatch(match)), ...known, ...searches(wanted, mayTrack)];
  }, [mayTrack, commands, matches, recent, wanted]);
  if (offer) return { items: offered(offer), status: offer.text, waiting: offer.choices === null };
  const waiting = of !== wanted;
  if (failed) return { items, status: "Search is not responding. Pages and actions still work.", waiting };
  return { items, status: waiting ? "Searching…" : null, waiting };
}

function Option({
  item,
  id,
  active,
  onChoose,
}: {
  item: Item;
  id: string;
  active: boolean;
  onChoose: () => void;
}) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) row.current?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which points here
    <div
      ref={row}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      onClick={onChoose}
      className={classNames(
        "flex cursor-default items-baseline gap-3 px-3.5 py-1.75 max-md:py-2.5",
        active && "bg-accent-soft shadow-[inset_2px_0_0_var(--accent)]",
      )}
    >
      <span
        className={classNames("truncate", item.match?.kind === "container" && "font-mono tracking-tight")}
      >
        {item.name}
      </span>
      <span className="min-w-0 flex-1 truncate text-small text-ink-3">{item.note}</span>
      {item.key && <KeyCap of={item.key} />}
    </div>
  );
}

const FIELD = "Number, name, note, page or action";

function step(key: string, at: number, count: number): number | null {
  if (key === "ArrowDown") return (at + 1) % count;
  if (key === "ArrowUp") return (at - 1 + count) % count;
  if (key === "PageDown") return Math.min(count - 1, at + 8);
  return key === "PageUp" ? Math.max(0, at - 8) : null;
}

/** Finds and opens any record, and runs the actions of the page, by keyboard only. */
export function Palette({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const id = useId();
  const [text, setText] = useState("");
  /** The item chosen with the arrow keys. It remains when more matches arrive. Null means the first item. */
  const [chosen, setChosen] = useState<string | null>(null);
  const [entered, setEntered] = useState(false);
  /** A pasted column of numbers, which is too long for the field. */
  const [pasted, setPasted] = useState<string | null>(null);
  const { items, status, waiting } = useItems(text, pasted);
  const active = Math.max(
    0,
    items.findIndex((item) => item.id === chosen),
  );
  const groups = [...new Set(items.map(({ group }) => group))];

  function choose(item: Item | undefined): void {
    if (!item) return;
    if (item.match && item.match.kind !== "note") noteRecent(item.match);
    item.prepare?.();
    onClose();
    // The page gets its focus back first, so that the action applies to the previously focused row.
    if ("run" in item) requestAnimationFrame(() => requestAnimationFrame(item.run));
    else router.push(item.href);
  }

  // Enter that comes before the answer means what the answer brings, not what stood there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the response arrives
  useEffect(() => {
    if (!entered || waiting) return;
    setEntered(false);
    choose(items[active]);
  }, [entered, waiting]);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const to = items.length > 0 ? step(event.key, active, items.length) : null;
    if (to !== null) setChosen(items[to]?.id ?? null);
    else if (event.key === "Enter" && waiting) setEntered(true);
    else if (event.key === "Enter") choose(items[active]);
    else return;
    event.preventDefault();
  }

  const count = `${items.length} ${items.length === 1 ? "result" : "results"}`;
  return (
    <Modal label="Search or run a command" onClose={onClose}>
      <input
        // biome-ignore lint/a11y/noAutofocus: the dialog is there to be typed into
        autoFocus
        type="text"
        role="combobox"
        aria-label={FIELD}
        aria-expanded
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={items[active] ? `${id}-${active}` : undefined}
        value={text}
        maxLength={MAX_TEXT}
        placeholder={FIELD}
        autoComplete="off"
        spellCheck={false}
        onPaste={(event) => {
          const column = event.clipboardData.getData("text");
          // The field would join the lines of a column.
          if (!hasSeveralNumbers(column)) return;
          event.preventDefault();
          setPasted(column);
          setText(parsePastedNumbers(column).numbers.join(" ").slice(0, MAX_TEXT));
          setChosen(null);
        }}
        onChange={(event) => {
          setText(event.target.value);
          setPasted(null);
          setChosen(null);
          setEntered(false);
        }}
        onKeyDown={onKeyDown}
        className="min-h-11 w-full border-b border-line bg-surface px-3.5 text-lead -outline-offset-2 placeholder:text-ink-3"
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Results"
        className="h-[min(24rem,60vh)] overflow-y-auto py-1.5"
      >
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
          <div key={group} role="group" aria-label={group}>
            <div aria-hidden className="px-3.5 pt-2 pb-0.5 text-small text-ink-3">
              {group}
            </div>
            {items.map((item, index) =>
              item.group === group ? (
                <Option
                  key={item.id}
                  item={item}
                  id={`${id}-${index}`}
                  active={index === active}
                  onChoose={() => choose(item)}
                />
              ) : null,
            )}
          </div>
        ))}
      </div>
      <p role="status" className="border-t border-line px-3.5 py-1.75 text-note text-ink-3">
        {status ?? `${count}: arrow keys select, Enter opens, Esc closes`}
      </p>
    </Modal>
  );
}
