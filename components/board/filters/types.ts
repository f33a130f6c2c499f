import type { ChoiceId } from "@/lib/features/board/rules/filters";

export type FilterId = ChoiceId | "left" | "numbers";
