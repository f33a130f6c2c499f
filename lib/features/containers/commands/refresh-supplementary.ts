import { z } from "zod";
import { type CommandContext, command } from "@/lib/auth/commands/command";
import type { CollectionDocument } from "@/lib/contract/json-api";
import { mapSchema } from "@/lib/contract/map-geojson";
import { applyResponses } from "@/lib/mirror/apply/apply-response";
import { markContainersChanged } from "@/lib/mirror/apply/rebuild-container-rows";
import { clearRelatedFailure, keepMap, noteRelatedFailure, noteRelatedRead } from "@/lib/mirror/read-status";
import { requireContainer } from "@/lib/mirror/require-container";
import type { Database } from "@/lib/platform/database/client";
import { transact } from "@/lib/platform/database/transaction";
import { AppError } from "@/lib/platform/errors";
import { announceChange } from "@/lib/realtime/publish";
import { DOCUMENT_INCLUDE } from "@/lib/sync/lists/include-params";
import { pathOf } from "@/lib/tracking-client/client";
import type { Fetched } from "@/lib/tracking-client/types";

const MAX_PAGE = 100;
const NAMES = { map: "the map", custom_fields: "custom fields", documents: "documents" } as const;
type SupplementaryKind = keyof typeof NAMES;

async function requestMap({ db, tracking }: CommandContext, containerId: string): Promise<void> {
  const path = pathOf("containers", containerId, "map_geojson");
  const { document, sentAt } = await tracking.getPlain(path, mapSchema);
  await keepMap(db, containerId, document, sentAt);
}

async function takeIn(
  db: Database,
  what: "custom_fields" | "documents",
  containerId: string,
  { document, sentAt }: Fetched<CollectionDocument>,
): Promise<void> {
  const { data, included = [], meta } = document;
  const whole = data.length >= (meta?.total ?? data.length) && data.length < MAX_PAGE;
  await applyResponses(db, [...data, ...included], sentAt);
  await clearRelatedFailure(db, what);
  // A truncated list does not show that an absent entry was deleted.
  if (!whole) return;
  await transact(db, async (tx) => {
    await noteRelatedRead(tx, what, sentAt, { containerId, listed: data.map(({ id }) => id) });
    // The board row loses the values that the list omits.
    if (what === "custom_fields") await markContainersChanged(tx, [containerId]);
  });
}

const ASK: Record<SupplementaryKind, (ctx: CommandContext, containerId: string) => Promise<void>> = {
  map: requestMap,
  custom_fields: async ({ db, tracking }, id) => {
    const requested = { include: "definition", "page[size]": MAX_PAGE };
    const page = await tracking.getPage(pathOf("containers", id, "custom_fields"), requested);
    await takeIn(db, "custom_fields", id, page);
  },
  documents: async ({ db, tracking }, id) => {
    const requested = { "filter[cargo_id]": id, include: DOCUMENT_INCLUDE, "page[size]": MAX_PAGE };
    await takeIn(db, "documents", id, await tracking.getPage("documents", requested));
  },
};

/** Requests one kind of related data. Returns the reason of a failure, null on success. */
async function request(
  ctx: CommandContext,
  what: SupplementaryKind,
  containerId: string,
): Promise<AppError | null> {
  try {
    await ASK[what](ctx, containerId);
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await noteRelatedFailure(ctx.db, what, error, error.code === "not_allowed" ? "" : containerId);
    return error;
  }
}

/**
 * Requests a container's map, custom fields and documents from the service now. Normally workers fetch them. Returns a
 * message with the parts that were read and the parts that failed. Throws `not_found` for a container that the
 * dashboard does not store, and the service's refusal when every part is refused.
 */
export const requestRelated = command(
  { right: "dispatch", input: z.object({ containerId: z.string().min(1).max(200) }) },
  async (ctx, { containerId }): Promise<string> => {
    await transact(ctx.db, (tx) => requireContainer(tx, containerId));
    const all = ["map", "custom_fields", "documents"] as const;
    const reported = await Promise.all(
      all.map(async (what) => ({ what, refusal: await request(ctx, what, containerId) })),
    );
    await transact(ctx.db, (tx) => announceChange(tx, { containers: [containerId] }));
    const refused = reported.flatMap(({ what, refusal }) => (refusal ? [{ what, refusal }] : []));
    const [first] = refused;
    if (!first) return "Updated just now.";
    if (refused.length === all.length) throw first.refusal;
    return `Updated, except ${refused.map(({ what, refusal }) => `${NAMES[what]} (${refusal.message})`).join(", ")}.`;
  },
);
