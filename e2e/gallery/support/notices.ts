import { toast } from "sonner";
import { expect } from "vitest";

/** Removes notices of the test before: they would cover the content and have its texts. */
export async function dismissNotices(): Promise<void> {
  toast.dismiss();
  await expect.poll(() => document.querySelector("[data-sonner-toast]")).toBeNull();
}
