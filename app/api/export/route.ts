import { connection } from "next/server";
import { z } from "zod";
import { readUserPreferences } from "@/app/(dashboard)/_layout/user-preferences";
import { errorResponse, readForm, requireSameOrigin } from "@/app/api/_http/responses";
import { streamExport } from "@/app/api/_http/streamed-file";
import { recordAuditEntry } from "@/lib/auth/audit/audit-log";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import { QUEUES } from "@/lib/domain/board-row/queues";
import { knownZone, localDate } from "@/lib/domain/time/zoned-time";
import { exportTable } from "@/lib/features/board/export/board-table";
import { exportRows } from "@/lib/features/board/export/export-rows";
import { requireFreeExport } from "@/lib/features/board/export/running-exports";
import { type BoardQuery, readBoardQuery } from "@/lib/features/board/rules/board-address";
import { dashboardLayout, parseLayout } from "@/lib/features/board/rules/column-layout";
import { selectedRows, selectionSchema } from "@/lib/features/bulk-jobs/queries/selection";
import { listFieldNames } from "@/lib/features/custom-fields/queries/definitions";
import { listViews } from "@/lib/features/saved-views/commands";
import { db } from "@/lib/platform/database/client";
import { readExportFrom } from "@/lib/platform/database/read-replica";
import { AppError } from "@/lib/platform/errors";
import { csvOf } from "@/lib/platform/text/csv";
import { exportFileName } from "@/lib/platform/text/file-name";
import { xlsxOf } from "@/lib/platform/text/xlsx";

const MEDIA_TYPES = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;

/** Room for two escaped lists of containers of maximum length and an address. */
const MAX_BYTES = 4_000_000;

const idList = z
  .string()
  .max(1_000_000, {
    error: "Too many containers selected. Select all that match the filters instead.",
  })
  .transform((text) => text.split(",").filter(Boolean));
const formSchema = z.object({
  format: z.enum(["csv", "xlsx"]),
  /** The board's address: its filters, order, columns and view. */
  address: z.string().max(8_000).default(""),
  /** Container ids, unless all containers at the address are exported; and the ids that are excluded. */
  ids: idList.optional(),
  except: idList.optional(),
  /** The user's IANA zone, for the date in the file name. */
  zone: z.string().max(60).optional(),
  /** "1": responds 204 if the export is possible, without a file. */
  check: z.literal("1").optional(),
});
type ExportInput = z.infer<typeof formSchema>;

function readAsked(fields: Iterable<[string, FormDataEntryValue]>): {
  asked: ExportInput;
  query: BoardQuery;
} {
  const read = formSchema.safeParse(Object.fromEntries(fields));
  if (!read.success)
    throw new AppError(
      "bad_input",
      read.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; "),
    );
  const { query, problems } = readBoardQuery(new URLSearchParams(read.data.address));
  if (problems.length > 0)
    throw new AppError("bad_input", problems.map(({ place, text }) => `${place}: ${text}`).join("; "));
  return { asked: read.data, query };
}

async function viewName(userId: string, { view, queue }: BoardQuery): Promise<string> {
  const saved = view === null ? [] : (await listViews(db(), { userId })).views;
  const label = QUEUES.find(({ id }) => id === queue)?.label ?? "Board";
  return saved.find(({ id }) => id === view)?.name ?? label;
}

type Fields = Iterable<[string, FormDataEntryValue]>;

async function response(request: Request, readFields: () => Fields | Promise<Fields>): Promise<Response> {
  const session = await requireSession("dashboard");
  const { asked, query } = readAsked(await readFields());
  const now = new Date();
  const selection = selectionSchema.parse(
    asked.ids ? { ids: asked.ids } : { address: asked.address, except: asked.except ?? [] },
  );
  const { where } = selectedRows(selection, session.userId, now);
  const { order } = selectedRows({ address: asked.address, except: [] }, session.userId, now);
  const layout = parseLayout(query.cols).layout ?? dashboardLayout(query.queue);
  const { locale } = await readUserPreferences(session.userId);
  const table = exportTable(locale, layout, now, await listFieldNames(db()));
  const name = await viewName(session.userId, query);
  if (asked.check) {
    requireFreeExport(session.userId);
    return new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } });
  }
  const file = exportFileName(name, asked.format, localDate(now, knownZone(asked.zone)));
  const open = async () => {
    const rows = await exportRows(readExportFrom, { where, order });
    await recordAuditEntry(db(), session, {
      action: "board.exported",
      data: {
        name,
        format: asked.format,
        selected: asked.ids?.length ?? null,
        address: asked.address,
      },
    });
    return asked.format === "csv" ? csvOf(table, rows) : xlsxOf(table, rows, name);
  };
  return streamExport(request, session.userId, open, { mediaType: MEDIA_TYPES[asked.format], file });
}

/**
 * The page to redirect to when a browser opened the file's address and the request failed: the sign-in page, or the
 * board at that address, which shows the invalid parameters. Null for requests that are not page loads.
 */
function readablePlace(request: Request, error: unknown): string | null {
  if (request.headers.get("sec-fetch-mode") !== "navigate" || !(error instanceof AppError)) return null;
  const address = new URL(request.url).searchParams.get("address") ?? "";
  const board = `/board?${new URLSearchParams(address)}`;
  if (error.code === "not_signed_in") return `/sign-in?callbackUrl=${encodeURIComponent(board)}`;
  return error.code === "bad_input" ? board : null;
}

/** The board at an address as a file. See docs/api.md. */
export async function GET(request: Request): Promise<Response> {
  await connection();
  try {
    return await response(request, () => new URL(request.url).searchParams);
  } catch (error) {
    const place = readablePlace(request, error);
    return place ? new Response(null, { status: 303, headers: { Location: place } }) : errorResponse(error);
  }
}

/**
 * The same export for a selection, which is too long for an address. It changes nothing and accepts only Drayboard's
 * forms.
 */
export async function POST(request: Request): Promise<Response> {
  await connection();
  try {
    requireSameOrigin(request);
    return await response(request, () => readForm(request, MAX_BYTES));
  } catch (error) {
    return errorResponse(error);
  }
}
