import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { command } from "@/lib/auth/commands/command";
import { type Uploaded, uploadDocument } from "@/lib/features/documents/commands/upload-document";
import { DRIVER_STEPS, STEP_LABELS } from "@/lib/features/driver-reports/rules";
import { markContainersChanged } from "@/lib/mirror/apply/rebuild-container-rows";
import { queryRows } from "@/lib/platform/database/rows";
import { driverPhotos } from "@/lib/platform/database/schema/schema";
import { AppError } from "@/lib/platform/errors";

const photoSchema = z.object({
  containerId: z.string(),
  number: z.string().nullable(),
  step: z.enum(DRIVER_STEPS),
  content: z.instanceof(Buffer),
});

async function* whole(content: Buffer): AsyncGenerator<Uint8Array> {
  yield content;
}

/**
 * Uploads a driver's photo to the service as a document of its container. A photo that was sent before is found there by
 * its content. Throws `not_found` for an unknown photo, and the service's own refusal.
 */
export const sendDriverPhoto = command(
  { right: "dispatch", input: z.object({ id: z.uuid() }) },
  async (ctx, { id }): Promise<Uploaded> => {
    const [photo] = await queryRows(
      ctx.db,
      photoSchema,
      sql`
        select r.container_id as "containerId", c.attributes ->> 'number' as number, r.step, p.content
        from driver_photos p join driver_reports r using (token_id, step)
        left join containers c on c.id = r.container_id where p.id = ${id}::uuid`,
    );
    if (!photo) throw new AppError("not_found", "The driver has removed this photo.");
    const { containerId, number, step, content } = photo;
    const uploaded = await uploadDocument(ctx, {
      name: `${number ?? "Container"} ${STEP_LABELS[step].toLowerCase()}, driver’s photo.jpg`,
      type: null,
      record: { type: "container", id: containerId },
      bytes: content.byteLength,
      parts: whole(content),
    });
    const documentId = "document" in uploaded ? uploaded.document.id : uploaded.known.id;
    await ctx.db.transaction(async (tx) => {
      await tx.update(driverPhotos).set({ documentId }).where(eq(driverPhotos.id, id));
      await markContainersChanged(tx, [containerId]);
    });
    return uploaded;
  },
);
