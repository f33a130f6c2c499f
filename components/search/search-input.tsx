"use client";

import { Search } from "lucide-react";
import dynamic from "next/dynamic";
import { type ComponentProps, useRef, useState } from "react";
import { hasSeveralNumbers } from "@/lib/domain/numbers/number-list";
import { SearchShortcut } from "./search-shortcut";

/** Loads its script when several numbers are first pasted. */
const PastedNumbers = dynamic(() => import("./pasted-numbers").then((module) => module.PastedNumbers), {
  ssr: false,
});

type InputProps = Omit<ComponentProps<"input">, "type" | "className" | "onPaste">;

/**
 * The text field of a search. A text with several container numbers, pasted or typed, opens an offer below it: to show them
 * on the board, or to track the missing ones. Enter opens the first of these, Escape closes it.
 */
export function SearchInput({
  label,
  hint,
  onChange,
  onKeyDown,
  ...input
}: InputProps & { label: string; hint: string }) {
  const field = useRef<HTMLInputElement>(null);
  const [numbers, setNumbers] = useState<string | null>(null);
  const [entered, setEntered] = useState(false);

  function offer(text: string | null): void {
    setNumbers(text !== null && hasSeveralNumbers(text) ? text : null);
    setEntered(false);
  }

  function close(): void {
    offer(null);
    field.current?.focus();
  }

  return (
    <>
      <SearchShortcut />
      <Search
        aria-hidden
        size={14}
        className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-ink-3"
      />
      <input
        {...input}
        ref={field}
        type="search"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={hint}
        data-search
        className="min-h-8 w-full rounded-field border border-edge bg-surface py-1.25 pr-8 pl-8 placeholder:text-ink-3"
        onPaste={(event) => {
          const text = event.clipboardData.getData("text");
          // The field would join the lines of a column.
          if (!hasSeveralNumbers(text)) return;
          event.preventDefault();
          offer(text);
        }}
        onChange={(event) => {
          offer(event.target.value);
          onChange?.(event);
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (numbers === null || (event.key !== "Enter" && event.key !== "Escape")) {
            onKeyDown?.(event);
            return;
          }
          event.preventDefault();
          if (event.key === "Enter") setEntered(true);
          else close();
        }}
      />
      <kbd
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 rounded-tag border border-line-strong px-1.25 font-sans text-micro text-ink-3 max-md:hidden"
      >
        /
      </kbd>
      {numbers !== null && <PastedNumbers text={numbers} entered={entered} onClose={close} />}
    </>
  );
}
