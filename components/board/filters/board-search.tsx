"use client";

import { useEffect, useRef, useState } from "react";
import { SearchInput } from "@/components/search/search-input";
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
      <SearchInput
        label={label}
        hint={hint}
        value={text}
        maxLength={MAX_SEARCH}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.preventDefault();
          setText("");
        }}
      />
    </search>
  );
}
