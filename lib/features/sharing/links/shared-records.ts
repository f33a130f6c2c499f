import { sql } from "drizzle-orm";
import { z } from "zod";
import type { CommandContext } from "@/lib/auth/commands/command";
import { formatContainerNumber } from "@/lib/contract/container-number";
import { requireSharedSearch } from "@/lib/features/board/queries/shared-search";
import { boardAt } from "@/lib/features/board/rules/board-address";
import { givenAddress, readGivenBoard } from "@/lib/features/board/rules/saved-address";
import { containerHref, shipmentHref } from "@/lib/features/containers/urls";
import type { Executor } from "@/lib/platform/database/client";
import { queryRows } from "@/lib/platform/database/rows";
import { AppError } from "@/lib/platform/errors";
import type { SharedAbout } from "./share-settings";

type LabelOf = (about: SharedAbout) => string | null;

const textRowSchema = z.object({ key: z.string(), number: z.string().nullable() });

/** Returns labels for the content of links. Null when the mirror does not contain the record. */
export async function readText(executor: Executor, abouts: readonly SharedAbout[]): Promise<LabelOf> {
  const idsOf = (kind: "container" | "shipment") =>
    sql.param(abouts.flatMap((about) => (about.kind === kind ? about.id : [])));
  const rows = await queryRows(
    executor,
    textRowSchema,
    sql`
      select 'container ' || id as key, attributes ->> 'number' as number from containers
        where id = any(${idsOf("container")}::text[])
      union all select 'shipment ' || id,
        coalesce(attributes ->> 'bill_of_lading_number', attributes ->> 'normalized_number') from shipments
        where id = any(${idsOf("shipment")}::text[])`,
  );
  const numbers = new Map(rows.map(({ key, number }) => [key, number ?? "without a number"]));
  return (about) => {
    if (about.kind === "board")
      return readGivenBoard(about.address).query ? "Board" : "Board with invalid filters. Create a new one.";
    const number = numbers.get(`${about.kind} ${about.id}`);
    if (number === undefined) return null;
    return about.kind === "container" ? formatContainerNumber(number) : `Shipment ${number}`;
  };
}

/**
 * Returns the normalized board address without personal settings: the id of a view, columns. Throws `bad_input` for a
 * board that cannot be shared.
 */
export async function fixedAbout(
  { db, actor, now }: CommandContext,
  about: SharedAbout,
): Promise<SharedAbout> {
  if (about.kind !== "board") return about;
  const { address, problem } = givenAddress(about.address);
  if (address === null) throw new AppError("bad_input", problem);
  await requireSharedSearch(db, address, { reader: actor.userId, now });
  return { kind: "board", address };
}

/** Address of the content in Drayboard. */
export const hrefOf = (about: SharedAbout): string => {
  if (about.kind === "container") return containerHref(about.id);
  if (about.kind === "shipment") return shipmentHref(about.id);
  return boardAt(about.address);
};
