import type { Density } from "@/components/board/page-data";

/** Row height in px: two lines and padding. */
export const ROW_HEIGHTS: Record<Density, number> = { cosy: 46, compact: 33 };
/** Group header height in px. */
export const GROUP_HEIGHT = 34;

export const CELL_CLASSES: Record<Density, string> = {
  cosy: "py-1.5",
  compact: "py-0.5 leading-4 [&_.text-small]:leading-[0.8125rem]",
};
