import Link from "next/link";
import { ContainerLink } from "@/components/search/container-link";
import { MATCH_GROUPS, matchHref, matchName, matchNote } from "@/components/search/palette-results";
import { PageTop } from "@/components/shell/page-header";
import { buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/empty-state";
import { formatContainerNumber } from "@/lib/contract/container-number";
import { guessNumber } from "@/lib/domain/numbers/number-kind";
import { shipmentHref } from "@/lib/features/containers/urls";
import { type MatchKind, numberCandidates, type SearchMatch } from "@/lib/features/search/rules";
import { joined } from "@/lib/platform/text/bidi";

/** A container or shipment that matches a number. */
export type FindMatch =
  | { page: "container"; id: string; number: string; status: string | null; terminal: string | null }
  | { page: "shipment"; id: string; number: string; line: string | null; containers: number };

const LIST = "rounded-card border border-line bg-surface";
const LINE = "flex flex-wrap items-baseline gap-x-3 border-b border-line px-3.5 py-2 last:border-b-0";
const LINK = "font-mono font-[520] break-all hover:underline";

function MatchLine({ match }: { match: FindMatch }) {
  const facts =
    match.page === "container"
      ? [match.status, match.terminal]
      : [match.line, `${match.containers} ${match.containers === 1 ? "container" : "containers"}`];
  return (
    <li data-match={match.id} className={LINE}>
      {match.page === "container" ? (
        <ContainerLink id={match.id} className={LINK}>
          {formatContainerNumber(match.number)}
        </ContainerLink>
      ) : (
        <Link href={shipmentHref(match.id)} className={LINK}>
          {match.number || "no bill of lading yet"}
        </Link>
      )}
      <span className="text-small text-ink-3">{joined(facts)}</span>
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
  const isTrackable = /\d/.test(number);
  return (
    <div className="rounded-card border border-line bg-surface">
      <Notice title={`No results for “${asked}”`}>
        <p className="mb-3">No number, reference, name or note in this account contains that text.</p>
        <div className="flex flex-wrap justify-center gap-2">
          {isTrackable && (
            <Link href={`/track?number=${encodeURIComponent(number)}`} className={buttonClass("main")}>
              <span className="max-w-[16rem] truncate">Track {number}</span>
            </Link>
          )}
          <Link
            href={`/board?q=${encodeURIComponent(asked)}`}
            className={buttonClass(isTrackable ? "plain" : "main")}
          >
            Search the board
          </Link>
        </div>
      </Notice>
    </div>
  );
}

/** Containers or shipments whose numbers match equally well. */
function Numbers({ asked, matches, more }: { asked: string; matches: readonly FindMatch[]; more: boolean }) {
  const ofContainers = matches.every(({ page }) => page === "container");
  const what = matches.length === 1 ? ["container", "shipment"] : ["containers", "shipments"];
  return (
    <section aria-label="Matches">
      <p className="mb-2 [overflow-wrap:anywhere] text-ink-2">
        {more ? `More than ${matches.length}` : matches.length} {ofContainers ? what[0] : what[1]}{" "}
        {matches.length === 1 ? "matches" : "match"} “{asked}”. Choose one
        {ofContainers ? (
          <>
            , or{" "}
            <Link href={`/board?q=${encodeURIComponent(asked)}`} className="text-accent hover:underline">
              see them on the board
            </Link>
          </>
        ) : null}
        .
      </p>
      <ul className={LIST}>
        {matches.map((match) => (
          <MatchLine key={match.id} match={match} />
        ))}
      </ul>
    </section>
  );
}

/** The results of one kind by name or note, best first. */
function Named({ kind, matches }: { kind: MatchKind; matches: readonly SearchMatch[] }) {
  return (
    <section aria-label={MATCH_GROUPS[kind]}>
      <h2 className="mb-2 font-[580]">{MATCH_GROUPS[kind]}</h2>
      <ul className={LIST}>
        {matches.map((match) => (
          <li key={match.id} className={LINE}>
            <Link href={matchHref(match)} className="font-[520] [overflow-wrap:anywhere] hover:underline">
              {matchName(match)}
            </Link>
            <span className="text-small [overflow-wrap:anywhere] text-ink-3">{matchNote(match)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * The search results when there is no single best match. `others` are the results by name and note, `matches` those of which
 * the text is a number or a part of one.
 */
export function FindView({
  asked,
  matches,
  more,
  others,
}: {
  asked: string;
  matches: readonly FindMatch[];
  more: boolean;
  others: readonly SearchMatch[];
}) {
  const kinds = [...new Set(others.map(({ kind }) => kind))];
  return (
    <>
      <PageTop title="Find" query={asked} />
      {matches.length === 0 && others.length === 0 ? (
        <NothingFound asked={asked} />
      ) : (
        <div className="flex max-w-[720px] flex-col gap-4">
          {kinds.map((kind) => (
            <Named key={kind} kind={kind} matches={others.filter((match) => match.kind === kind)} />
          ))}
          {matches.length > 0 && <Numbers asked={asked} matches={matches} more={more} />}
        </div>
      )}
    </>
  );
}
