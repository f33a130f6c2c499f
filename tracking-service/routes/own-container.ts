import { and, eq, sql } from "drizzle-orm";
import { notFound } from "@/tracking-service/json-api/errors";
import { requireUuid } from "@/tracking-service/json-api/uuid";
import type { Reader } from "@/tracking-service/store/database";
import { prepared } from "@/tracking-service/store/prepared";
import { containers } from "@/tracking-service/store/schema";

const ownContainer = prepared((reader) =>
  reader
    .select()
    .from(containers)
    .where(
      and(eq(containers.id, sql.placeholder("id")), eq(containers.accountId, sql.placeholder("accountId"))),
    )
    .prepare("own_container"),
);

/** Returns the account's container of this id. 404 when it is missing or belongs to another account. */
export async function requireContainer(reader: Reader, accountId: string, id: string) {
  const [row] = await ownContainer(reader).execute({ id: requireUuid(id), accountId });
  if (!row) throw notFound("There is no such container in this account.");
  return row;
}
