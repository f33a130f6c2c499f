import { z } from "zod";
import { recordDone } from "@/lib/auth/audit/record-outcome";
import { command } from "@/lib/auth/commands/command";
import { findDocument } from "@/lib/features/documents/queries/documents";
import { AppError } from "@/lib/platform/errors";
import { pathOf } from "@/lib/tracking-client/client";
import type { OpenedFile } from "@/lib/tracking-client/download";

/**
 * Opens a document's file as a stream from the service. Throws `not_found` for a document that the dashboard does not
 * store.
 */
export const openDocument = command(
  { right: "dashboard", input: z.object({ id: z.string() }) },
  async (ctx, { id }): Promise<OpenedFile & { name: string }> => {
    const record = await findDocument(ctx.db, id);
    if (!record) throw new AppError("not_found", "This document was not found.");
    const { name } = record;
    const file = await ctx.tracking.openFile(pathOf("documents", id, "download_url"));
    await recordDone(ctx, { action: "document.opened", record: { type: "document", id }, data: { name } });
    return { ...file, name };
  },
);
