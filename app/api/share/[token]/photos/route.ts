import { readParameters } from "@/app/api/_http/responses";
import { withStoredBody } from "@/app/api/_http/stored-body";
import { respondToDriver } from "@/app/share/reporting";
import { addPhoto, photoSchema } from "@/lib/features/driver-reports/commands/add-photo";
import { MAX_PHOTO_BYTES } from "@/lib/features/driver-reports/rules";
import { db } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";

/** How many photos are in memory at once, of one link and in total. */
const MAX_OF_LINK = 2;
const MAX_IN_ALL = 8;

const links: string[] = [];

async function withSpace(linkId: string, work: () => Promise<void>): Promise<void> {
  if (links.length >= MAX_IN_ALL || links.filter((id) => id === linkId).length >= MAX_OF_LINK)
    throw new AppError("busy", "Other photos are being stored. Try again in a few seconds.");
  links.push(linkId);
  try {
    await work();
  } finally {
    links.splice(links.indexOf(linkId), 1);
  }
}

/** Stores the body as a photo of a step that was reported through the link. See docs/api.md. */
export const POST = (
  request: Request,
  { params }: { params: Promise<{ token: string }> },
): Promise<Response> =>
  respondToDriver(request, params, async (link) => {
    const { step } = readParameters(request, photoSchema);
    await withStoredBody(request, MAX_PHOTO_BYTES, (read) =>
      withSpace(link.id, async () => addPhoto(db(), link, { step, content: await read() }, new Date())),
    );
  });
