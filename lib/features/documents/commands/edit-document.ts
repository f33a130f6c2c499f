import { z } from "zod";
import type { AuditInput } from "@/lib/auth/audit/audit-log";
import { recordDone } from "@/lib/auth/audit/record-outcome";
import { type CommandContext, command } from "@/lib/auth/commands/command";
import { editDocumentSchema } from "@/lib/contract/custom-field-requests";
import type { Visibility } from "@/lib/domain/visibility";
import { findDocument } from "@/lib/features/documents/queries/documents";
import { findNamedRecords } from "@/lib/features/documents/queries/records-by-number";
import {
  type DocumentLink,
  type DocumentRecord,
  documentState,
} from "@/lib/features/documents/rules/document";
import { applyResponse, forgetRecord } from "@/lib/mirror/apply/apply-response";
import type { Executor } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";
import { showDone } from "@/lib/sync/fetch-queue/apply-or-enqueue";
import { freshRecord } from "@/lib/sync/records/read-supplementary-now";
import { pathOf } from "@/lib/tracking-client/client";

const MAX_LINKS = 100;

/** An edit of a document. `before` is the `documentState` that the user saw. `type` is "" for none. */
export const documentEditSchema = z.object({
  id: z.string().min(1).max(200),
  before: z.string(),
  name: z.string().trim().min(1, { error: "Enter a name." }).max(255, { error: "At most 255 characters." }),
  type: z.string().max(100),
  /** Numbers of containers and shipments. */
  numbers: z.array(z.string().trim().max(100, { error: "At most 100 characters each." })),
});

/** Fetches the present document. Throws `not_found` with a message when another user deleted it. */
async function freshDocument(ctx: CommandContext, id: string): Promise<DocumentRecord> {
  const gone = "Another user deleted this document.";
  await freshRecord(ctx, { type: "document", id }, { path: pathOf("documents", id), gone });
  const paper = await findDocument(ctx.db, id);
  if (!paper) throw new AppError("not_found", gone);
  return paper;
}

function nowText({ name, kind, links }: DocumentRecord): string {
  const numbers = links.map(({ number }) => number).join(", ");
  return `“${name}”, ${kind ?? "no type"}, ${numbers ? `linked to ${numbers}` : "not linked to a container or shipment"}`;
}

/**
 * Resolves numbers to links. Existing links stay as they are. Throws `bad_input` with a message at the first unknown
 * number.
 */
async function linksOf(
  executor: Executor,
  numbers: readonly string[],
  paper: DocumentRecord,
): Promise<DocumentLink[]> {
  const links: DocumentLink[] = [];
  for (const number of numbers.filter(Boolean)) {
    const kept = paper.links.filter((link) => link.number === number);
    const found = kept.length > 0 ? kept : await findNamedRecords(executor, number);
    if (found.length === 0)
      throw new AppError("bad_input", "", {
        details: [
          { pointer: "/numbers", message: `${number} is not a container or shipment in this account.` },
        ],
      });
    links.push(...found);
  }
  if (links.length <= MAX_LINKS) return links;
  throw new AppError("bad_input", "", {
    details: [{ pointer: "/numbers", message: `At most ${MAX_LINKS} containers and shipments.` }],
  });
}

const idsOf = (links: readonly DocumentLink[], type: DocumentLink["type"]) =>
  [...new Set(links.filter((link) => link.type === type).map(({ id }) => id))].sort();

const same = (one: readonly string[], other: readonly string[]) => one.join("\n") === other.join("\n");

/** Returns the relationships that changed. Undefined when all are the same. */
function changedLinks(before: readonly DocumentLink[], after: readonly DocumentLink[]) {
  const changed = <Type extends DocumentLink["type"]>(type: Type) => {
    const ids = idsOf(after, type);
    return same(ids, idsOf(before, type)) ? undefined : { data: ids.map((id) => ({ type, id })) };
  };
  const [cargos, shipments] = [changed("container"), changed("shipment")];
  return cargos || shipments ? { cargos, shipments } : undefined;
}

async function write(
  ctx: CommandContext,
  entry: AuditInput,
  id: string,
  change: object,
): Promise<Visibility> {
  const { db, tracking } = ctx;
  const body = editDocumentSchema.parse({ data: { type: "document", id, ...change } });
  const { document, sentAt } = await tracking.edit(pathOf("documents", id), body);
  await recordDone(ctx, { ...entry, record: { type: "document", id } });
  return showDone(db, () => applyResponse(db, document, sentAt), null);
}

/** Returns the state of a document in the mirror, for the next edit. */
export async function findDocumentState(executor: Executor, id: string): Promise<string> {
  const paper = await findDocument(executor, id);
  return paper ? documentState(paper) : "";
}

/**
 * Changes the name, kind or links of a document, at the service first. Only changed values are sent. Throws
 * `changed_meanwhile` with a message when the document differs from what the user saw. Throws `bad_input` for a number
 * that matches no record.
 */
export const editDocument = command(
  { right: "dispatch", input: documentEditSchema },
  async (ctx, { id, before, name, type, numbers }): Promise<Visibility> => {
    const paper = await freshDocument(ctx, id);
    if (documentState(paper) !== before)
      throw new AppError(
        "changed_meanwhile",
        `Another user changed it: ${nowText(paper)}. Your edits are kept. Save again to overwrite.`,
      );
    const isRenamed = name !== paper.name;
    const hasNewType = type !== (paper.type ?? "");
    const relationships = changedLinks(paper.links, await linksOf(ctx.db, numbers, paper));
    if (!isRenamed && !hasNewType && !relationships) return "now";
    return write(ctx, { action: "document.changed", data: { name } }, id, {
      attributes:
        isRenamed || hasNewType
          ? {
              name: isRenamed ? name : undefined,
              document_type: hasNewType ? type || null : undefined,
              // The live service edits this one alone (supplement-2.md, 2. PATCH).
              document_type_manual: hasNewType ? type || null : undefined,
            }
          : undefined,
      relationships: relationships ?? undefined,
    });
  },
);

const documentIdSchema = documentEditSchema.shape.id;
const linkSchema = z.object({
  id: documentIdSchema,
  record: z.object({ type: z.enum(["container", "shipment"]), id: z.string().min(1).max(200) }),
});

/** Links an existing document to another container or shipment. */
export const linkDocument = command(
  { right: "dispatch", input: linkSchema },
  async (ctx, { id, record }): Promise<Visibility> => {
    const paper = await freshDocument(ctx, id);
    const data = { name: paper.name, ...record };
    const relationships = changedLinks(paper.links, [...paper.links, { ...record, number: "" }]);
    return relationships ? write(ctx, { action: "document.linked", data }, id, { relationships }) : "now";
  },
);

/** Deletes a document with its file. A document that no longer exists counts as deleted. */
export const removeDocument = command(
  { right: "dispatch", input: z.object({ id: documentIdSchema }) },
  async (ctx, { id }): Promise<Visibility> => {
    const { db, tracking } = ctx;
    await tracking.remove(pathOf("documents", id));
    await recordDone(ctx, { action: "document.deleted", record: { type: "document", id } });
    return showDone(db, () => forgetRecord(db, "document", id), null);
  },
);
