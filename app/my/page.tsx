import type { Metadata } from "next";
import Link from "next/link";
import { connection } from "next/server";
import { SharedRows } from "@/components/sharing/pages/container-rows";
import { SharedLive } from "@/components/sharing/pages/live-refresh";
import { SharedFrame } from "@/components/sharing/pages/page-frame";
import { PageSteps } from "@/components/sharing/pages/pagination";
import { ClockStart } from "@/components/time/clock";
import { Button, buttonClass } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { Notice } from "@/components/ui/empty-state";
import { fieldClass } from "@/components/ui/forms/field";
import { requirePageSession } from "@/lib/auth/sign-in/current-session";
import { readCompany } from "@/lib/features/company/queries";
import {
  type CustomerContainers,
  listCustomerContainers,
} from "@/lib/features/sharing/queries/customer-portal";
import { versionOf } from "@/lib/features/sharing/queries/page-version";
import { PORTAL_FILTERS, type PortalFilter } from "@/lib/features/sharing/rules/portal";
import { config } from "@/lib/platform/config/config";
import { db } from "@/lib/platform/database/client";
import { readListInput } from "./list-containers";

export const metadata: Metadata = { title: "Your containers" };

// Not streamed, because the page has nothing to show before its list.
export const instant = false;

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** The filters with their counts, and the file of what they show. */
function Filters({
  requested: { q, filter },
  counts,
}: {
  requested: { q: string; filter: PortalFilter };
  counts: CustomerContainers["counts"];
}) {
  const search: Record<string, string> = q === "" ? {} : { q };
  return (
    <div className="mb-2.5 flex flex-wrap items-center gap-1.5">
      <nav aria-label="Filter" className="flex flex-wrap gap-1.5">
        {PORTAL_FILTERS.map(({ id, label }) => (
          <Link
            key={id}
            href={`/my?${new URLSearchParams({ ...search, filter: id })}`}
            prefetch={false}
            aria-current={filter === id ? "page" : undefined}
            className={classNames(
              "rounded-chip border px-2.5 py-1",
              filter === id ? "border-accent bg-accent-soft font-[560]" : "border-line bg-surface text-ink-2",
            )}
          >
            {label} <span className="text-ink-3">{counts[id].toLocaleString("en-US")}</span>
          </Link>
        ))}
      </nav>
      {counts[filter] > 0 && (
        <a
          href={`/api/my/export?${new URLSearchParams({ ...search, filter })}`}
          download
          className={`${buttonClass("quiet")} ml-auto`}
        >
          Download CSV
        </a>
      )}
    </div>
  );
}

function Search({ q }: { q: string }) {
  return (
    <search className="mb-3">
      <form method="get" action="/my" className="flex items-center gap-2">
        <input
          type="search"
          name="q"
          defaultValue={q}
          maxLength={100}
          aria-label="Container, bill of lading or reference"
          placeholder="Container, bill of lading or reference"
          className={`${fieldClass()} max-w-sm`}
        />
        <Button type="submit">Search</Button>
        {q !== "" && (
          <Link href="/my" className={buttonClass("quiet")}>
            Show all
          </Link>
        )}
      </form>
    </search>
  );
}

/** The list of a customer's own containers. */
export default async function CustomerPage({ searchParams }: Props) {
  await connection();
  const { userId } = await requirePageSession("containers");
  const requested = readListInput(new URLSearchParams(await plainAddress(searchParams)));
  const list = await listCustomerContainers(db(), userId, requested);
  const now = Date.now();
  const href = (page: number) =>
    `/my?${new URLSearchParams({ q: requested.q, filter: requested.filter, page: String(page) })}`;
  return (
    <ClockStart at={now}>
      <SharedFrame
        title="Your containers"
        company={await readCompany(db())}
        live={<SharedLive address={`/api${href(list.page)}`} version={versionOf(list)} readAt={now} />}
      >
        <Search q={requested.q} />
        <Filters requested={requested} counts={list.counts} />
        {list.counts.all > 0 && list.total === 0 ? (
          <div className="rounded-card border border-line bg-surface">
            <Notice title="No containers in this state">Select another filter above.</Notice>
          </div>
        ) : requested.q !== "" && list.total === 0 ? (
          <div className="rounded-card border border-line bg-surface">
            <Notice title="No matching containers">
              Search by part of a container number, a bill of lading or a reference.
            </Notice>
          </div>
        ) : (
          <SharedRows
            label="Your containers"
            rows={list.rows.map(({ id, row }) => ({ row, href: `/my/${encodeURIComponent(id)}` }))}
            display={{ now, locale: config().locale }}
          />
        )}
        <PageSteps page={list.page} pages={list.pages} total={list.total} hrefOf={href} />
      </SharedFrame>
    </ClockStart>
  );
}

async function plainAddress(options: Props["searchParams"]): Promise<string[][]> {
  return Object.entries(await options).map(([name, value]) => [name, [value].flat()[0] ?? ""]);
}
