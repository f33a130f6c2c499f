"use client";

import { useEffect, useRef, useState } from "react";
import { KeyCap } from "@/components/keyboard/key-cap";
import { useKeys } from "@/components/keyboard/use-shortcuts";
import { SearchInput } from "@/components/search/search-input";
import { SEARCH_HINT } from "@/components/shell/search-field";
import { MAX_SEARCH } from "@/lib/platform/text/query-params";

/** Minimum interval between searches while the user types. The first character is searched immediately. */
const EVERY_MS = 90;

/** The browser finds only what is rendered: a window of the rows. */
const FIND = "mod+f";

/**
 * A list's own search. Narrows the rows while the user types. Escape clears it. `isFind`: Ctrl+F focuses it, and opens the
 * browser's find when pressed again, because shortcuts are off in a text field.
 */
export function BoardSearch({
  value,
  onSearch,
  label = `Search the board: ${SEARCH_HINT}`,
  hint = SEARCH_HINT,
  isFind = false,
}: {
  value: string;
  onSearch: (text: string) => void;
  label?: string;
  hint?: string;
  isFind?: boolean;
}) {
  const place = useRef<HTMLElement>(null);
  const [found, setFound] = useState(false);
  const [text, setText] = useState(value);
  const [sent, setSent] = useState(value);
  const [known, setKnown] = useState(value);
  const last = useRef(Number.NEGATIVE_INFINITY);

  // Back and "clear" change the address from outside this field. The response to typed text is no such change.
  if (value !== known) {
    setKnown(value);
    if (value !== sent) {
      setSent(value);
      setText(value);
    }
  }

  useEffect(() => {
    const wanted = text.trim();
    if (wanted === sent) return;
    const send = () => {
      last.current = performance.now();
      setSent(wanted);
      onSearch(wanted);
    };
    const wait = last.current + EVERY_MS - performance.now();
    if (wait <= 0) {
      send();
      return;
    }
    const timer = setTimeout(send, wait);
    return () => clearTimeout(timer);
  }, [text, sent, onSearch]);

  const find = () => {
    const field = place.current?.querySelector("input");
    if (!field || field.offsetParent === null) return false;
    field.focus();
    field.select();
    setFound(true);
    return true;
  };
  useKeys({ "find-on-board": isFind ? find : undefined });

  return (
    <search ref={place} className="relative w-full md:w-80">
      <SearchInput
        label={label}
        hint={hint}
        value={text}
        maxLength={MAX_SEARCH}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => setFound(false)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.preventDefault();
          setText("");
        }}
      />
      {found && (
        <p
          role="status"
          className="absolute top-full right-0 z-40 mt-1 rounded-card border border-line-strong bg-surface px-2 py-1 text-note text-ink-2 shadow-pop"
        >
          Searches all containers. Press <KeyCap of={FIND} /> again for the browser’s find.
        </p>
      )}
    </search>
  );
}
