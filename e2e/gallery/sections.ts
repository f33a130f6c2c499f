import type { Section } from "./support/section";

/** Every section, by file. */
export const SECTIONS: readonly Section[] = Object.values(
  import.meta.glob<{ sections: Section[] }>("./sections/*.tsx", { eager: true }),
).flatMap(({ sections }) => sections);
