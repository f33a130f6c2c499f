import Link from "next/link";
import { ContainerLink } from "@/components/search/container-link";
import { PageTop } from "@/components/shell/page-header";
import { buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/empty-state";
import { formatContainerNumber } from "@/lib/contract/container-number";
import { guessNumber } from "@/lib/domain/numbers/number-kind";
import { shipmentHref } from "@/lib/features/containers/urls";
import { numberCandidates } from "@/lib/features/search/rules";

/** A container or shipment that matches a number. */
export type FindMatch =
  | { page: "container"; id: string; number: string; status: string | null; terminal: string | null }
  | { page: "shipment"; id: string; number: string; line: string | null; containers: number };

const LINK = "font-mono font-[520] break-all hover:underline";

function MatchLine({ match }: { match: FindMatch }) {
  const facts =
    match.page === "container"
      ? [match.status, match.terminal]
      : [match.line, `${match.containers} ${match.containers === 1 ? "container" : "containers"}`];
  return (
    <li
      data-match={match.id}
      className="flex flex-wrap items-baseline gap-x-3 border-b border-line px-3.5 py-2 last:border-b-0"
    >
      {match.page === "container" ? (
        <ContainerLink id={match.id} className={LINK}>
          {formatContainerNumber(match.number)}
        </ContainerLink>
      ) : (
        <Link href={shipmentHref(match.id)} className={LINK}>
          {match.number || "no bill of lading yet"}
        </Link>
      )}
      <span className="text-small text-ink-3">{facts.filter(Boolean).join(" · ")}</span>
    </li>
  );
}

/** The text to track from the search: a number in it, otherwise all of it. */
function numberToTrack(requested: string): string {
  const { numbers: whole, within } = numberCandidates(requested);
  const known = [...whole, ...within].find((number) => guessNumber(number, []) !== null);
  return known ?? requested;
}

function NothingFound({ asked }: { asked: string }) {
  const number = numberToTrack(asked);
  return (
    <div className="rounded-card border border-line bg-surface">
      <Notice title={`No results for “${asked}”`}>
        <p className="mb-3">
          No container, bill of lading, booking or reference in this account contains that number.
        </p>
        <div className="flex flex-wrap justify-center gap-2">
          <Link href={`/track?number=${encodeURIComponent(number)}`} className={buttonClass("main")}>
            <span className="max-w-[16rem] truncate">Track {number}</span>
          </Link>
          <Link href={`/board?q=${encodeURIComponent(asked)}`} className={buttonClass()}>
            Search the board
          </Link>
        </div>
      </Notice>
    </div>
  );
}

/** The search results when there is no single best match: several equal matches, or none. */
export function FindView({
  asked,
  matches,
  more,
}: {
  asked: string;
  matches: readonly FindMatch[];
  more: boolean;
}) {
  const onlyContainers = matches.every(({ page }) => page === "container");
  return (
    <>
      <PageTop title="Find" query={asked} />
      {matches.length === 0 ? (
        <NothingFound asked={asked} />
      ) : (
        <section aria-label="Matches" className="max-w-[720px]">
          <p className="mb-2 [overflow-wrap:anywhere] text-ink-2">
            {more ? `More than ${matches.length}` : matches.length}{" "}
            {onlyContainers ? "containers" : "shipments"} match “{asked}”. Choose one
            {onlyContainers ? (
              <>
                , or{" "}
                <Link href={`/board?q=${encodeURIComponent(asked)}`} className="text-accent hover:underline">
                  see them on the board
                </Link>
              </>
            ) : null}
            .
          </p>
          <ul className="rounded-card border border-line bg-surface">
            {matches.map((match) => (
              <MatchLine key={match.id} match={match} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
