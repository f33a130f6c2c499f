import type { AppError, ErrorCode } from "@/lib/platform/errors";

/**
 * Error codes of the service when the account or this service does not have the data. It is requested again after a
 * day.
 */
export const REFUSALS: readonly ErrorCode[] = ["not_allowed", "not_found", "refused_by_service"];

/**
 * Whether a list of related records is not to be had: refused, or answered with status 500, as the live service does for
 * custom fields without a filter. An outage has another status or none.
 */
export const isUnavailable = ({ code, serviceStatus }: AppError): boolean =>
  REFUSALS.includes(code) || serviceStatus === 500;
