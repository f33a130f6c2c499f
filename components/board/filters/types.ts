import type { ChoiceId } from "@/lib/features/board/rules/board-address";

export type FilterId = ChoiceId | "left" | "numbers";
