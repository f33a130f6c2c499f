import { normalizeNumber, withoutDecimals } from "@/lib/contract/container-number";
import type { RequestType } from "@/lib/contract/enums";
import { KNOWN_SCACS, scacOf } from "@/lib/domain/numbers/carrier-codes";
import { guessNumber, looksLikeContainer, scacIn } from "@/lib/domain/numbers/number-kind";
import {
  cellProblem,
  containerProblem,
  plainCell,
  quoted,
  requestedNumber,
  textProblem,
} from "@/lib/domain/numbers/requested-number";
import { isSameName } from "@/lib/domain/parties/party-names";
import { foldText } from "@/lib/platform/text/fold-text";
import { headingsOf, isBlankRow, type ListCells, type ListLayout } from "./columns";
import { kindOfWord, type ListField } from "./headings";

/** Maximum number of rows of a list, without headings and blank rows. */
export const MAX_LIST_ROWS = 20_000;
const MAX_TEXT = 300;
const MAX_TEXTS = 20;

/** The data of a tracking request for one number. `scac` null: the service detects the line. */
export type NumberInput = {
  number: string;
  type: RequestType;
  scac: string | null;
  references: string[];
  tags: string[];
  customerPartyId: string | null;
};

/** Parties by their names without accents, to look up customer cells. */
export type PartyNames = ReadonlyMap<string, readonly { id: string; name: string }[]>;

/**
 * One row of a list. `line` is the spreadsheet row, starting at 1. A row with problems cannot be requested. `repeats`
 * is the earlier line with the same number. `key` is the normalized number, "" if there is none.
 */
export type ListRow = {
  line: number;
  cells: readonly string[];
  key: string;
  ask: NumberInput | null;
  problems: readonly string[];
  repeats: number | null;
};

export type ReadList = { headings: string[]; rows: ListRow[]; titles: number; blank: number };

const nameKey = (name: string): string => foldText(name.trim());

export function partyNames(parties: readonly { id: string; name: string }[]): PartyNames {
  const names = new Map<string, { id: string; name: string }[]>();
  for (const party of parties) {
    const key = nameKey(party.name);
    names.set(key, [...(names.get(key) ?? []), party]);
  }
  return names;
}

/** Splits cells into short texts at commas, semicolons and line breaks, without duplicates. */
function textsOf(cells: readonly string[], what: string): { texts: string[]; problem: string | null } {
  const texts = [
    ...new Set(cells.flatMap((cell) => cell.split(/[,;\n\r]+/)).map((text) => withoutDecimals(text.trim()))),
  ].filter(Boolean);
  const damaged = texts.map(cellProblem).find((problem) => problem !== null);
  if (damaged) return { texts, problem: damaged };
  if (texts.length > MAX_TEXTS) return { texts, problem: `More than ${MAX_TEXTS} ${what}.` };
  const long = texts.find((text) => text.length > MAX_TEXT);
  return {
    texts,
    problem: long ? `One of the ${what} is longer than ${MAX_TEXT} characters.` : null,
  };
}

/** The kind of a number in a column of this kind: lists mix containers and bills of lading in one column. */
function kindInColumn(text: string, kind: RequestType): RequestType {
  const number = normalizeNumber(text);
  const guess = guessNumber(text, KNOWN_SCACS);
  if (kind === "container") {
    const isPartOfContainer = /^[A-Z]{3}[UJZ]\d+$/.test(number) && guess?.scac === null;
    return guess?.type === "bill_of_lading" && !/^[A-Z]{4}\d{7}$/.test(number) && !isPartOfContainer
      ? guess.type
      : kind;
  }
  const isOfLine = KNOWN_SCACS.some((scac) => number.startsWith(scac));
  return guess?.type === "container" && !isOfLine && containerProblem(number) === null ? guess.type : kind;
}

type KindFound = { type: RequestType; problem: null } | { type: null; problem: string };

function kindOf(text: string, reported: string, layout: ListLayout): KindFound {
  if (reported !== "") {
    const type = kindOfWord(reported);
    return type
      ? { type, problem: null }
      : { type: null, problem: `${quoted(reported)} is not a number type. Use container, BOL or booking.` };
  }
  if (layout.kind) return { type: kindInColumn(text, layout.kind), problem: null };
  const type = looksLikeContainer(text) ? "container" : guessNumber(text, KNOWN_SCACS)?.type;
  if (type) return { type, problem: null };
  return { type: null, problem: `Unknown number type for ${quoted(text)}. Select the number type above.` };
}

type CustomerFound = { partyId: string | null; problem: string | null };

function customerOf(name: string, parties: PartyNames): CustomerFound {
  if (name === "") return { partyId: null, problem: null };
  const near = parties.get(nameKey(name)) ?? [];
  const same = near.filter((party) => isSameName(party.name, name));
  const [first, ...others] = same.length > 0 ? same : near;
  if (first === undefined)
    return { partyId: null, problem: `No party named ${quoted(name)}. Create it under Parties first.` };
  return others.length > 0
    ? { partyId: null, problem: `Several parties are named ${quoted(name)}.` }
    : { partyId: first.id, problem: null };
}

/** Reads one row with a layout. Returns the request data or all problems. */
function readRow(cells: readonly string[], layout: ListLayout, parties: PartyNames) {
  const all = (field: ListField) =>
    layout.columns.flatMap((each, index) => (each === field ? [plainCell(cells[index])] : []));
  const one = (field: ListField) => all(field)[0] ?? "";
  const number = one("number");
  const damaged = number === "" ? "No number in this row." : textProblem(number);
  const kind = damaged ? null : kindOf(number, one("type"), layout);
  const type = kind?.type ?? null;
  const requested = type === null ? null : requestedNumber(number, type);
  const reportedScac = one("scac");
  const scac = reportedScac === "" ? null : scacOf(reportedScac);
  const references = textsOf(all("references"), "references");
  const tags = textsOf(all("tags"), "tags");
  const customer = customerOf(one("customer"), parties);
  const problems = [
    damaged,
    kind?.problem ?? null,
    requested && "problem" in requested ? requested.problem : null,
    reportedScac !== "" && scac === null
      ? `${quoted(reportedScac)} is not a line. Enter its four-letter SCAC, or leave it blank.`
      : null,
    references.problem,
    tags.problem,
    customer.problem,
  ].filter((problem) => problem !== null);
  if (problems.length > 0 || type === null || requested === null || "problem" in requested)
    return { key: damaged ? "" : normalizeNumber(number), ask: null, problems };
  const { sent, key } = requested;
  const ask: NumberInput = {
    number: sent,
    type,
    scac: scac ?? (type === "container" ? null : scacIn(number, KNOWN_SCACS)),
    references: references.texts,
    tags: tags.texts,
    customerPartyId: customer.partyId,
  };
  return { key, ask, problems };
}

/**
 * Reads a list with a layout. Blank rows are skipped and counted. Later rows with the same number refer to its first
 * line.
 */
export function readList(cells: ListCells, layout: ListLayout, parties: PartyNames): ReadList {
  const from = (layout.headingRow ?? -1) + 1;
  const firstLines = new Map<string, number>();
  const rows: ListRow[] = [];
  let blank = 0;
  for (const [index, row] of cells.slice(from).entries()) {
    if (isBlankRow(row)) {
      blank += 1;
      continue;
    }
    const line = from + index + 1;
    const { key, ask, problems } = readRow(row, layout, parties);
    const repeats = ask ? (firstLines.get(key) ?? null) : null;
    if (ask && repeats === null) firstLines.set(key, line);
    rows.push({ line, cells: row, key, ask, problems, repeats });
  }
  return { headings: headingsOf(cells, layout.headingRow), rows, titles: layout.headingRow ?? 0, blank };
}
