import { z } from "zod";
import { command } from "@/lib/auth/commands/command";
import { inferenceSchema } from "@/lib/contract/number-inference";
import { type NumberReading, requestTypeOf } from "@/lib/features/tracking-requests/rules/number-inference";

/**
 * Requests the type and the line of a number from the service (supplement.md, infer_number). This endpoint has its own
 * rate limit. Throws the errors of the client.
 */
export const inferNumber = command(
  { right: "dispatch", input: z.object({ number: z.string() }) },
  async ({ tracking }, { number }): Promise<NumberReading> => {
    const { document } = await tracking.postPlain(
      "tracking_requests/infer_number",
      { number },
      inferenceSchema,
    );
    const { number_type, validation, shipping_line } = document.data.attributes;
    const named = ({ scac, name }: { scac: string; name?: string | null }) => ({ scac, name: name ?? scac });
    return {
      type: requestTypeOf(number_type ?? null),
      problem: validation.is_valid === false ? (validation.reason ?? "Not a valid tracking number.") : null,
      line: shipping_line.selected ? named(shipping_line.selected) : null,
      candidates: shipping_line.candidates.map(named),
    };
  },
);
