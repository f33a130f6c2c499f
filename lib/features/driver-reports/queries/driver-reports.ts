import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { withPlaceClock } from "@/lib/domain/time/local-clock";
import {
  DRIVER_STEPS,
  type DriverReport,
  hasMoveEnded,
  type Reporting,
  type ReportingLink,
} from "@/lib/features/driver-reports/rules";
import { loadContainers } from "@/lib/mirror/load-containers";
import type { Executor } from "@/lib/platform/database/client";
import { queryColumn, queryRows } from "@/lib/platform/database/rows";

const reportSchema = z.object({
  linkId: z.string(),
  label: z.string(),
  step: z.enum(DRIVER_STEPS),
  at: z.string(),
  zone: z.string().nullable(),
  reportedAt: z.string(),
  photos: z.array(z.object({ id: z.string(), addedAt: z.string(), documentId: z.string().nullable() })),
});

async function listReports(executor: Executor, where: SQL): Promise<DriverReport[]> {
  const rows = await queryRows(
    executor,
    reportSchema,
    sql`
      select r.token_id as "linkId", t.label, r.step, to_iso(r.happened_at) as at, r.zone,
        to_iso(r.reported_at) as "reportedAt",
        coalesce((
          select json_agg(json_build_object('id', p.id, 'addedAt', to_iso(p.added_at), 'documentId', p.document_id)
            order by p.added_at, p.id)
          from driver_photos p where p.token_id = r.token_id and p.step = r.step), '[]') as photos
      from driver_reports r join access_tokens t on t.id = r.token_id
      where ${where} order by r.happened_at, r.reported_at, r.step`,
  );
  return rows.map(({ linkId, label, at, zone, ...report }) => ({
    link: { id: linkId, label },
    ...report,
    at: { at, zone },
  }));
}

/** Lists what drivers reported on a container, oldest first. */
export const listDriverReports = (executor: Executor, containerId: string): Promise<DriverReport[]> =>
  listReports(executor, sql`r.container_id = ${containerId}`);

/** Lists what was reported through a link, oldest first. */
export const listLinkReports = (executor: Executor, linkId: string): Promise<DriverReport[]> =>
  listReports(executor, sql`r.token_id = ${linkId}::uuid`);

/** Returns what the page of a link shows its driver at `now`. */
export async function loadReporting(
  executor: Executor,
  { id, containerId }: ReportingLink,
  now: Date,
): Promise<Reporting> {
  const [[container], reports] = await Promise.all([
    loadContainers(executor, [containerId]),
    listLinkReports(executor, id),
  ]);
  return {
    steps: reports.map(({ step, at, reportedAt, photos }) => ({
      step,
      at: withPlaceClock(at) ?? at,
      reportedAt,
      photos: photos.length,
    })),
    ended: container === undefined || hasMoveEnded(container, reports, now),
  };
}

/** Returns the JPEG of a photo. Null when it does not exist. */
export async function findDriverPhoto(executor: Executor, id: string): Promise<Buffer | null> {
  if (!z.uuid().safeParse(id).success) return null;
  const [content] = await queryColumn(
    executor,
    z.instanceof(Buffer),
    sql`select content from driver_photos where id = ${id}::uuid`,
  );
  return content ?? null;
}
