import { z } from "zod";
import { isRefusedValue } from "@/lib/platform/database/connection-errors";
import { AppError } from "@/lib/platform/errors";

const NOT_TAKEN = "Invalid request. Reload the page and try again.";
const NOT_KEPT = "Some characters or values can’t be saved. Remove them and try again.";

/** Converts schema errors and values rejected by the database to bad input. Returns other errors unchanged. */
export function understoodError(error: unknown): unknown {
  if (error instanceof z.ZodError) return new AppError("bad_input", NOT_TAKEN, { cause: error });
  if (isRefusedValue(error)) return new AppError("bad_input", NOT_KEPT, { cause: error });
  return error;
}

/** Whether an action received a form. A direct caller of an action may send anything. */
export const isForm = (sent: unknown): sent is FormData =>
  Object.prototype.toString.call(sent) === "[object FormData]";

/** The error for arguments that are not a form. */
export const notAForm = (): AppError => new AppError("bad_input", NOT_TAKEN);
