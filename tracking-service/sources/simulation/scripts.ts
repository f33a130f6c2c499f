import { normalizeNumber } from "@/lib/contract/container-number";
import type { JourneyInput } from "@/tracking-service/sources/simulation/plan/plan";
import type { Stage } from "@/tracking-service/sources/simulation/plan/stages";

/** The scripted journey of a test number (docs/tracking-service.md, Test numbers). */
export type Script =
  | "past-arrival-window"
  | "past-full-out-window"
  | "silent-line"
  | "cancelled"
  | "late-containers"
  | "terminal-change"
  | "corrected"
  | "withdrawn"
  | "flapping-hold"
  | "feeder"
  | "transshipped"
  | "rail";

const ENDINGS: Readonly<Record<string, Script>> = {
  "9921": "past-arrival-window",
  "9922": "past-full-out-window",
  "9923": "silent-line",
  "9924": "cancelled",
  "9925": "late-containers",
  "9926": "terminal-change",
  "9927": "corrected",
  "9928": "withdrawn",
  "9929": "flapping-hold",
  "9930": "feeder",
  "9931": "transshipped",
  "9932": "rail",
};

/** How long after a number was found its script continues. */
export const SCRIPT_MS = 20_000;

/** The script of a requested BOL or booking. Null for all other journeys. */
export function scriptOf({ asked }: JourneyInput): Script | null {
  if (!asked || asked.requestType === "container") return null;
  return ENDINGS[normalizeNumber(asked.number).slice(-4)] ?? null;
}

/** The stage of a script's shipment when it is found. */
export function scriptedStage(script: Script): Stage {
  switch (script) {
    case "past-arrival-window":
      return { at: "terminal", deadlineIn: -54 };
    case "past-full-out-window":
      return { at: "out", daysAgo: 58 };
    case "flapping-hold":
      return { at: "terminal", deadlineIn: 3 };
    case "late-containers":
      return { at: "new" };
    case "withdrawn":
      return { at: "ship", arrivesInDays: 2 };
    case "corrected":
    case "terminal-change":
      return { at: "ship", arrivesInDays: 4 };
    case "silent-line":
    case "cancelled":
    case "feeder":
    case "transshipped":
    case "rail":
      return { at: "ship", arrivesInDays: 70 };
  }
}

/** Whether a script's containers are marked as delivered after gate out. */
export function isMarkedDelivered(input: JourneyInput): boolean {
  const script = scriptOf(input);
  return script === "feeder" || script === "transshipped" || script === "rail";
}

/** The number of containers that a script requires. */
export const scriptedSize = (script: Script): number =>
  script === "late-containers" || script === "terminal-change" || script === "cancelled" ? 2 : 1;
