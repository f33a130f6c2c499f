import { buildSource } from "@/lib/platform/build";

/** The hash of the source of this process's build. A wallboard that receives another one reloads itself. */
export const buildId = (): string => buildSource() || "not built";
