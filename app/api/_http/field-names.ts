import { boardColumn } from "@/lib/features/board/rules/columns";

/** Names a field of a JSON body as the user sees it, by its path. Undefined for fields that no user fills in. */
export type FieldNames = (path: string, body: unknown) => string | undefined;

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;

const namedBy =
  (names: ReadonlyMap<unknown, string>): FieldNames =>
  (path) =>
    names.get(path.split(".")[0]);

const PLAN_PARTS: ReadonlyMap<unknown, string> = new Map([
  ["pickup", boardColumn("plannedPickup").label],
  ["delivery", boardColumn("plannedDelivery").label],
  ["emptyReturn", boardColumn("plannedReturn").label],
  ["driver", boardColumn("driver").label],
  ["note", boardColumn("note").label],
]);

/** The edited part of a container's plan. */
export const planFieldName: FieldNames = (path, body) =>
  /^(?:value|was)\b/.test(path) ? PLAN_PARTS.get(memberOf(body, "part")) : undefined;

/** A response to a hold, as it is typed in a cell. */
export const followUpFieldName = namedBy(
  new Map([
    ["promise", "Response"],
    ["nextCheckAt", "Next check"],
    ["holdName", "Hold"],
  ]),
);

export const tagsFieldName = namedBy(new Map([["after", boardColumn("tags").label]]));

export const carrierFieldName = namedBy(new Map([["party", boardColumn("carrier").label]]));

/** The texts of a bulk action. */
export const jobFieldName: FieldNames = (path, body) => {
  if (!path.startsWith("ask.input.texts")) return undefined;
  const kind = memberOf(memberOf(body, "ask"), "kind");
  return boardColumn(String(kind).endsWith("_tags") ? "tags" : "references").label;
};
