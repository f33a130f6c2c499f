import type { TrackingRequestStatus } from "@/lib/contract/enums";
import type { Config } from "@/tracking-service/runtime/config";

let words: Config["statusWords"] = "specification";

/** Sets the words of this process (TRACKING_STATUS_WORDS). Bodies in the outbox keep the word they were written with. */
export function setStatusWords(chosen: Config["statusWords"]): void {
  words = chosen;
}

/** The status of a request as it is written: the live service calls a succeeded one created (supplement.md). */
export const writtenStatus = (status: TrackingRequestStatus): TrackingRequestStatus | "created" =>
  status === "succeeded" && words === "live" ? "created" : status;
