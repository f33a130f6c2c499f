import Form from "next/form";
import { SearchInput } from "@/components/search/search-input";

export const SEARCH_HINT = "Number, reference, name or note";

/** The search of every page. Opens the best match. Works without JavaScript. */
export function SearchContainer({ query }: { query?: string }) {
  return (
    <Form action="/find" role="search" aria-label="Search the account" className="relative w-full md:w-80">
      <SearchInput label={`Find: ${SEARCH_HINT}`} hint={SEARCH_HINT} name="q" defaultValue={query} required />
    </Form>
  );
}
