import Link from "next/link";
import { buttonClass } from "@/components/ui/button";
import type { ShipmentListFilter } from "./shipment-data";

/** The address of a page of the list. */
export function pageHref({ number, stopped }: ShipmentListFilter, page: number): string {
  const params = new URLSearchParams();
  if (number !== "") params.set("number", number);
  if (stopped !== "any") params.set("stopped", stopped);
  if (page > 1) params.set("page", String(page));
  const text = params.toString();
  return text === "" ? "/shipments" : `/shipments?${text}`;
}

export function lastPage(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}

/** The way to the pages before and after; nothing when there is one page, or on none of them. */
export function Pages({
  filter,
  total,
  pageSize,
}: {
  filter: ShipmentListFilter;
  total: number;
  pageSize: number;
}) {
  const last = lastPage(total, pageSize);
  if (last === 1 || filter.page > last) return null;
  return (
    <nav aria-label="Pages" className="mt-3 flex items-center justify-end gap-3">
      <span className="text-ink-3">
        Page {filter.page} of {last}
      </span>
      {filter.page > 1 && (
        <Link href={pageHref(filter, filter.page - 1)} rel="prev" className={buttonClass()}>
          Newer
        </Link>
      )}
      {filter.page < last && (
        <Link href={pageHref(filter, filter.page + 1)} rel="next" className={buttonClass()}>
          Older
        </Link>
      )}
    </nav>
  );
}
