import type { ErrorCode } from "@/lib/platform/errors";

/**
 * Error codes of the service when the account or this service does not have the data. It is requested again after a
 * day.
 */
export const REFUSALS: readonly ErrorCode[] = ["not_allowed", "not_found", "refused_by_service"];
