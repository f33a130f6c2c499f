import Form from "next/form";
import Link from "next/link";
import { Button, buttonClass } from "@/components/ui/button";
import { fieldClass } from "@/components/ui/forms/field";
import {
  REQUEST_LIST_LABELS,
  REQUEST_LISTS,
  type RequestListName,
} from "@/lib/features/tracking-requests/rules/request-lists";

export type RequestListFilter = { number: string; list: RequestListName; page: number };

/** The address of a list of requests. */
export function requestsHref({ number, list, page }: RequestListFilter): string {
  const params = new URLSearchParams();
  if (number !== "") params.set("q", number);
  if (list !== "any") params.set("list", list);
  if (page > 1) params.set("page", String(page));
  const text = params.toString();
  return text === "" ? "/track" : `/track?${text}`;
}

/** Filters the requests by state and number. The filter is stored in the address and works without JavaScript. */
export function RequestFilters({
  filter,
  counts,
}: {
  filter: RequestListFilter;
  counts: Record<RequestListName, number>;
}) {
  const { number, list } = filter;
  return (
    <div className="mb-2.5 flex flex-wrap items-center gap-2">
      <nav aria-label="Requests by status" className="flex flex-wrap gap-1.5">
        {REQUEST_LISTS.map((each) => (
          <Link
            key={each}
            href={requestsHref({ number, list: each, page: 1 })}
            aria-current={each === list ? "true" : undefined}
            className={`inline-flex min-h-6.5 items-center gap-1 rounded-chip border px-2 py-0.5 ${each === list ? "border-accent bg-accent-soft" : "border-line-strong"}`}
          >
            {REQUEST_LIST_LABELS[each]}{" "}
            <b
              className={`font-[580] tabular-nums ${each === "failed" && counts.failed > 0 ? "text-late" : ""}`}
            >
              {counts[each].toLocaleString("en-US")}
            </b>
          </Link>
        ))}
      </nav>
      <Form
        action="/track"
        role="search"
        aria-label="Search requests"
        className="ml-auto flex gap-2 max-sm:w-full"
      >
        {list !== "any" && <input type="hidden" name="list" value={list} />}
        <input
          type="search"
          name="q"
          aria-label="Partial number or reference"
          placeholder="Number or reference"
          defaultValue={number}
          autoComplete="off"
          spellCheck={false}
          className={`${fieldClass()} sm:w-52`}
        />
        <Button type="submit">Search</Button>
        {number !== "" && (
          <Link href={requestsHref({ number: "", list, page: 1 })} className={buttonClass("quiet")}>
            Clear
          </Link>
        )}
      </Form>
    </div>
  );
}

/** The links to the previous and next pages. */
export function RequestPages({
  filter,
  total,
  pageSize,
}: {
  filter: RequestListFilter;
  total: number;
  pageSize: number;
}) {
  const last = Math.max(1, Math.ceil(total / pageSize));
  if (last === 1) return null;
  const { page } = filter;
  return (
    <nav aria-label="Pages" className="mt-3 flex items-center justify-end gap-3">
      <span className="text-ink-3">
        Page {page} of {last}
      </span>
      {page > 1 && (
        <Link
          href={requestsHref({ ...filter, page: Math.min(page, last + 1) - 1 })}
          rel="prev"
          className={buttonClass()}
        >
          Newer
        </Link>
      )}
      {page < last && (
        <Link href={requestsHref({ ...filter, page: page + 1 })} rel="next" className={buttonClass()}>
          Older
        </Link>
      )}
    </nav>
  );
}
