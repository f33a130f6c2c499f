import "./fixed-time";
import type { ReactNode } from "react";
import { toast } from "sonner";
import { expect, onTestFinished } from "vitest";
import { page } from "vitest/browser";
import { type Shown, show } from "./stage";

/**
 * Renders content for one test of a component, in a window of 1,280 by 800 px. It is removed after the test. Notices of the
 * test before are dismissed: they would cover the content and have its texts.
 */
export async function rendered(
  content: ReactNode,
  options: Parameters<typeof show>[1] & { width?: number } = {},
): Promise<Shown> {
  toast.dismiss();
  await expect.poll(() => document.querySelector("[data-sonner-toast]")).toBeNull();
  await page.viewport(options.width ?? 1280, 800);
  const shown = show(content, options);
  onTestFinished(shown.leave);
  return shown;
}
