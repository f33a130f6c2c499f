import "./fixed-time";
import type { ReactNode } from "react";
import { onTestFinished } from "vitest";
import { page } from "vitest/browser";
import { dismissNotices } from "./notices";
import { type Shown, show } from "./stage";

/**
 * Renders content for one test of a component, in a window of 1,280 by 800 px. It is removed after the test.
 */
export async function rendered(
  content: ReactNode,
  options: Parameters<typeof show>[1] & { width?: number; height?: number } = {},
): Promise<Shown> {
  await dismissNotices();
  await page.viewport(options.width ?? 1280, options.height ?? 800);
  const shown = show(content, options);
  onTestFinished(shown.leave);
  return shown;
}
