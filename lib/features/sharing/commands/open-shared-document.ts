import { savedAs } from "@/lib/features/documents/rules/accepted-files";
import {
  FORMAT_BYTES,
  type SharedDocument,
  sharedFormat,
} from "@/lib/features/sharing/rules/shared-document";
import { AppError } from "@/lib/platform/errors";
import { pathOf, type TrackingClient } from "@/lib/tracking-client/client";
import type { OpenedFile } from "@/lib/tracking-client/download";
import { clientForUser } from "@/lib/tracking-client/open-client";

/** A file as it is sent to a customer. `disposition` is the header that makes a browser save it. */
export type SharedFile = OpenedFile & { name: string; mediaType: string; disposition: string };

/** Reads the first bytes of a file, and returns them with the whole file. */
async function withHead(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  while (length < FORMAT_BYTES) {
    const { value, done } = await reader.read();
    if (done) break;
    parts.push(value);
    length += value.byteLength;
  }
  const head = Buffer.concat(parts);
  const whole = new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(head),
      async pull(controller) {
        const { value, done } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return { head, whole };
}

const withEnding = (name: string, ending: string): string =>
  name.toLowerCase().endsWith(`.${ending}`) ? name : `${name}.${ending}`;

/**
 * Opens one of the documents that a reader may see, as a stream through Drayboard, so that the address at the service
 * stays hidden. Throws `not_found` for any other document and for a file in a format that is not shared.
 */
export async function openSharedDocument(
  documents: readonly SharedDocument[],
  id: string,
  tracking: Pick<TrackingClient, "openFile"> = clientForUser(),
): Promise<SharedFile> {
  const document = documents.find((each) => each.id === id);
  if (!document) throw new AppError("not_found", "This document was not found.");
  const { body, bytes } = await tracking.openFile(pathOf("documents", id, "download_url"));
  const { head, whole } = await withHead(body);
  const format = sharedFormat(head);
  if (!format) {
    await whole.cancel();
    throw new AppError("not_found", "This file can’t be downloaded here. Ask the sender for it.");
  }
  const { name } = document;
  const disposition = savedAs(withEnding(name, format.ending));
  return { body: whole, bytes, name, mediaType: format.mediaType, disposition };
}
