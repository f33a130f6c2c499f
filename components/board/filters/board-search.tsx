"use client";

import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { SearchShortcut } from "@/components/search/search-shortcut";
import { SEARCH_HINT } from "@/components/shell/search-field";
import { MAX_SEARCH } from "@/lib/platform/text/query-params";

/** Minimum interval between searches while the user types. The first character is searched immediately. */
const EVERY_MS = 90;

/** A list's own search. Narrows the rows while the user types. Escape clears it. */
export function BoardSearch({
  value,
  onSearch,
  label = `Search the board: ${SEARCH_HINT}`,
  hint = SEARCH_HINT,
}: {
  value: string;
  onSearch: (text: string) => void;
  label?: string;
  hint?: string;
}) {
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

  return (
    <search className="relative w-full md:w-80">
      <SearchShortcut />
      <Search
        aria-hidden
        size={14}
        className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-ink-3"
      />
      <input
        type="search"
        value={text}
        maxLength={MAX_SEARCH}
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={hint}
        data-search
        className="min-h-8 w-full rounded-field border border-edge bg-surface py-1.25 pr-8 pl-8 placeholder:text-ink-3"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.preventDefault();
          setText("");
        }}
      />
      <kbd
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 rounded-tag border border-line-strong px-1.25 font-sans text-micro text-ink-3 max-md:hidden"
      >
        /
      </kbd>
    </search>
  );
}
