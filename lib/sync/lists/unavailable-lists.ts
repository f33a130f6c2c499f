import type { ErrorCode } from "@/lib/platform/errors";

/** Answers of the service by which an account, or this service, has no such thing: it is asked for again after a day. */
export const REFUSALS: readonly ErrorCode[] = ["not_allowed", "not_found", "refused_by_service"];
