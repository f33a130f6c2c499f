import type { Metadata } from "next";
import Link from "next/link";
import { readListAsked } from "@/app/my/list-asked";
import { ClockStart } from "@/components/live/clock";
import { PageSteps } from "@/components/shown/page-steps";
import { ShownFrame } from "@/components/shown/shown-frame";
import { ShownLive } from "@/components/shown/shown-live";
import { ShownRows } from "@/components/shown/shown-rows";
import { Button, buttonClass } from "@/components/ui/button";
import { fieldClass } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { requirePageSession } from "@/lib/auth/session";
import { db } from "@/lib/db/client";
import { listCustomerBoxes } from "@/lib/share/customer-boxes";
import { versionOf } from "@/lib/share/version";

export const metadata: Metadata = { title: "Your containers" };

// Answered whole: a page of one list has nothing to show before it.
export const instant = false;

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

function Search({ q }: { q: string }) {
  return (
    <search className="mb-3">
      <form method="get" action="/my" className="flex flex-wrap items-center gap-2">
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
            All of them
          </Link>
        )}
      </form>
    </search>
  );
}

/** A customer's own boxes. */
export default async function CustomerPage({ searchParams }: Props) {
  const { userId } = await requirePageSession("boxes");
  const asked = readListAsked(new URLSearchParams(await plainAddress(searchParams)));
  const list = await listCustomerBoxes(db(), userId, asked);
  const now = Date.now();
  const href = (page: number) => `/my?${new URLSearchParams({ q: asked.q, page: String(page) })}`;
  return (
    <ClockStart at={now}>
      <ShownFrame
        title="Your containers"
        live={<ShownLive address={`/api${href(list.page)}`} version={versionOf(list)} />}
      >
        <Search q={asked.q} />
        {asked.q !== "" && list.total === 0 ? (
          <div className="rounded-card border border-line bg-surface">
            <Notice title="None of your containers matches">
              Search by part of a container number, a bill of lading or a reference.
            </Notice>
          </div>
        ) : (
          <ShownRows
            label="Your containers"
            rows={list.rows.map(({ id, row }) => ({ row, href: `/my/${encodeURIComponent(id)}` }))}
            look={{ now, locale: null }}
          />
        )}
        <PageSteps page={list.page} pages={list.pages} total={list.total} hrefOf={href} />
      </ShownFrame>
    </ClockStart>
  );
}

async function plainAddress(given: Props["searchParams"]): Promise<string[][]> {
  return Object.entries(await given).map(([name, value]) => [name, [value].flat()[0] ?? ""]);
}
