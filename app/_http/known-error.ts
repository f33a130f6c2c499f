import { z } from "zod";
import { isRefusedValue } from "@/lib/platform/database/connection-errors";
import { AppError } from "@/lib/platform/errors";

const NOT_TAKEN = "What was sent is not what this takes. Load the page again and try once more.";
const NOT_KEPT = "This holds characters or values that cannot be kept. Take them out and try again.";

/**
 * An error as it is understood here: what a schema did not take, and what the database refused as a value, is bad input of
 * whoever sent it. Any other stays as it is.
 */
export function understoodError(error: unknown): unknown {
  if (error instanceof z.ZodError) return new AppError("bad_input", NOT_TAKEN, { cause: error });
  if (isRefusedValue(error)) return new AppError("bad_input", NOT_KEPT, { cause: error });
  return error;
}

/** Whether an action was given a form: whoever calls one by hand may send anything. */
export const isForm = (sent: unknown): sent is FormData =>
  Object.prototype.toString.call(sent) === "[object FormData]";

/** What arguments that are no form are reported. */
export const notAForm = (): AppError => new AppError("bad_input", NOT_TAKEN);
