import {
  carrierRequest,
  changePath,
  planRequest,
  type SentChange,
} from "@/components/containers/change-requests";
import type { PartyChoice } from "@/components/ui/forms/party-picker";
import { formatContainerNumber } from "@/lib/contract/container-number";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import type { ColumnId } from "@/lib/domain/board-row/board-row-cells";
import { isSameName } from "@/lib/domain/parties/party-names";
import { activeHolds } from "@/lib/domain/readiness/holds";
import { asTyped, resolveWallTime } from "@/lib/domain/time/local-time-input";
import type { Moment } from "@/lib/domain/time/moment";
import { readTypedTime, TYPED_TIME_EXAMPLES } from "@/lib/domain/time/typed-time";
import { type BoardColumnId, boardColumn, isColumnId } from "@/lib/features/board/rules/columns";
import type { Locale } from "@/lib/platform/text/locale";

/** A request that changes a cell, or the problem with what was typed. */
export type CellChange = SentChange | { problem: string };

/** A cell that is edited as text in the row. */
export interface EditableCell {
  /** Whether the text is the name of a party, which is chosen from their list. */
  isParty?: true;
  /** Why the cell of this row cannot be edited. Tab passes it. */
  closedFor?: (row: BoardRow) => string | null;
  /** What the empty field says. */
  hint: (locale: Locale, row: BoardRow) => string;
  textOf: (row: BoardRow) => string;
  /** `row` is the row as the user sees it: a value that another user changed meanwhile is not overwritten. */
  change: (row: BoardRow, text: string, typed: Typed) => CellChange;
}

/** When and in which locale a text was typed. `parties` is absent while they are not loaded. */
export type Typed = { now: Date; locale: Locale; parties: readonly PartyChoice[] | undefined };

const MAX_TAGS = 100;

function plannedTime(
  part: "pickup" | "delivery" | "emptyReturn",
  of: (row: BoardRow) => Moment | null,
): EditableCell {
  const zoneOf = (row: BoardRow) => of(row)?.zone ?? row.pickupZone;
  const seen = (row: BoardRow) => {
    const moment = of(row);
    return moment && { at: moment.at, zone: moment.zone };
  };
  return {
    hint: (locale) => TYPED_TIME_EXAMPLES[locale],
    textOf: (row) => {
      const moment = of(row);
      return moment ? asTyped(moment.at, moment.zone).replace("T", " ") : "";
    },
    change: (row, text, { now, locale }) => {
      const zone = zoneOf(row);
      const read = text.trim() === "" ? null : readTypedTime(text, { now, zone, locale });
      if (read && "problem" in read) return read;
      const value = read && resolveWallTime(read.typed, zone, null, locale);
      if (value && "problem" in value) return value;
      return { ...planRequest(row.id, part, seen(row), value), undo: "plan" };
    },
  };
}

function planText(part: "driver" | "note", hint: string): EditableCell {
  return {
    hint: () => hint,
    textOf: (row) => row[part] ?? "",
    change: (row, text) => ({
      ...planRequest(row.id, part, row[part] ?? "", text.trim()),
      undo: "plan",
    }),
  };
}

const tagsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(",")
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
];

const TAGS: EditableCell = {
  hint: () => "Separated by commas",
  textOf: (row) => row.tags.join(", "),
  change: (row, text) => {
    const after = tagsOf(text);
    if (row.shipmentId === null)
      return { problem: "This container has no shipment yet, so it can have no tags." };
    if (after.length > MAX_TAGS) return { problem: `Enter at most ${MAX_TAGS} tags.` };
    return { path: changePath(row.id, "tags"), body: { before: [...row.tags], after }, undo: "tags" };
  },
};

const CARRIER: EditableCell = {
  isParty: true,
  hint: () => "Name",
  textOf: (row) => row.drayCarriers.map(({ name }) => name).join(", "),
  change: (row, text, { parties }) => {
    const { drayCarriers } = row;
    const name = text.trim();
    if (drayCarriers.length > 1)
      return { problem: "Several dray carriers are assigned. Change them on the container’s page." };
    if (!parties) return { problem: "The parties are not loaded yet. Try again." };
    const party = parties.find((each) => !each.archivedAt && isSameName(each.name, name));
    if (name !== "" && !party)
      return {
        problem: `No party is named “${name}”. Choose one from the list, or create it under Parties.`,
      };
    const chosen = party ? { id: party.id, name: party.name } : null;
    return { ...carrierRequest(row.id, chosen, drayCarriers), undo: "carrier" };
  },
};

const followedHold = (row: BoardRow): string | undefined =>
  row.followUp?.holdName ?? activeHolds(row.holds)[0]?.name;

/** A response to the hold of a row, with the next check after the last semicolon: "Docs sent; +1d". */
const FOLLOW_UP: EditableCell = {
  closedFor: (row) => (followedHold(row) === undefined ? "This container has no hold to follow up." : null),
  hint: (_, row) => `${followedHold(row) ?? "Hold"}: response; next check`,
  textOf: () => "",
  change: (row, text, { now, locale }) => {
    const holdName = followedHold(row);
    if (holdName === undefined) return { problem: "This container has no hold to follow up." };
    const [, promise = text, check = ""] = /^(.*);([^;]*)$/s.exec(text) ?? [];
    if (promise.trim() === "") return { problem: "Enter the response before the semicolon." };
    const zone = row.followUp?.zone ?? row.pickupZone;
    const time = check === "" ? readTypedTime(promise, { now, zone, locale }) : null;
    if (time && !("problem" in time))
      return { problem: `Enter the response before the next check: “Documents sent; ${promise.trim()}”.` };
    const read = check.trim() === "" ? null : readTypedTime(check, { now, zone, locale });
    if (read && "problem" in read) return read;
    const next = read && resolveWallTime(read.typed, zone, null, locale);
    if (next && "problem" in next) return next;
    const { followUp } = row;
    const seen = followUp && { promise: followUp.promise ?? null, nextCheckAt: followUp.nextCheckAt };
    const body = { holdName, seen, promise: promise.trim(), nextCheckAt: next?.at };
    return { path: changePath(row.id, "follow-up"), body, undo: null };
  },
};

const EDITABLE: Partial<Record<ColumnId, EditableCell>> = {
  plannedPickup: plannedTime("pickup", (row) => row.plannedPickup),
  plannedDelivery: plannedTime("delivery", (row) => row.plannedDelivery),
  plannedReturn: plannedTime("emptyReturn", (row) => row.plannedReturn),
  driver: planText("driver", "Name"),
  note: planText("note", "Note"),
  tags: TAGS,
  carrier: CARRIER,
  followUp: FOLLOW_UP,
};

/** The cell of a column that is edited in the row. Undefined for other columns. */
export const editableCell = (column: ColumnId): EditableCell | undefined => EDITABLE[column];

/** "Planned pickup of MSKU 480796 9". */
export const cellName = (row: BoardRow, column: ColumnId): string =>
  `${boardColumn(column).label} of ${formatContainerNumber(row.number)}`;

/** Why the cell of a row cannot be edited. Null if it can. */
export const closedReason = (row: BoardRow, column: ColumnId): string | null =>
  EDITABLE[column]?.closedFor?.(row) ?? null;

/** The columns of a layout that are edited in the row, in its order. */
export const editableColumns = (columns: readonly BoardColumnId[]): ColumnId[] =>
  columns.filter(isColumnId).filter((column) => EDITABLE[column] !== undefined);
