"use server";

import { formAction } from "@/app/(dashboard)/_forms/form-action";
import { sendDriverPhoto } from "@/lib/features/driver-reports/commands/send-photo";

/** Sends a driver's photo to the tracking service as a document of the container. Field: `id`. */
export const sendPhotoAction = formAction(sendDriverPhoto, {
  read: (form) => ({ id: form.get("id") }),
  done: (uploaded) =>
    "document" in uploaded
      ? "Photo sent."
      : `The service already has this photo as “${uploaded.known.name}”.`,
});
