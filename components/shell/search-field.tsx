import { Search } from "lucide-react";
import Form from "next/form";
import { SearchShortcut } from "@/components/search/search-shortcut";

export const SEARCH_HINT = "Container, BOL, booking, reference";

/** The search of every page. Opens the best match. Works without JavaScript. */
export function SearchContainer({ query }: { query?: string }) {
  return (
    <Form action="/find" role="search" aria-label="Search the account" className="relative w-full md:w-80">
      <SearchShortcut />
      <Search
        aria-hidden
        size={14}
        className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-ink-3"
      />
      <input
        type="search"
        name="q"
        defaultValue={query}
        required
        autoComplete="off"
        spellCheck={false}
        aria-label={`Find: ${SEARCH_HINT}`}
        aria-keyshortcuts="/"
        placeholder={SEARCH_HINT}
        data-search
        className="min-h-8 w-full rounded-field border border-edge bg-surface py-1.25 pr-8 pl-8 placeholder:text-ink-3"
      />
      <kbd
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 rounded-tag border border-line-strong px-1.25 font-sans text-micro text-ink-3 max-md:hidden"
      >
        /
      </kbd>
    </Form>
  );
}
