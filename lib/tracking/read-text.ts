import { AppError } from "@/lib/errors";

export const UNREACHABLE =
  "The tracking service does not answer. Nothing was changed; try again in a minute.";

/** The answer's text; throws AppError `service_unreachable` when it does not come to its end in time. */
export async function readText(response: Response, timeoutMs: number): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError("service_unreachable", UNREACHABLE)), timeoutMs);
  });
  try {
    return await Promise.race([response.text(), late]);
  } finally {
    clearTimeout(timer);
  }
}
