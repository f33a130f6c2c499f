import type { Logger } from "pino";
import type { Send } from "@/tracking-service/deliveries/send";
import { deliveryFaults } from "./delivery-faults";
import { type Fetch, httpFaults } from "./http-faults";
import { type Faults, type FaultsInput, faultsSchema } from "./settings";

/** Turns faults on and off. They are only for tests: no endpoint uses this. */
export type FaultSwitch = {
  /** Sets the active faults. Null turns all faults off. */
  set(faults: FaultsInput | null): void;
  /** Wraps request handling with the active faults. */
  fetch(fetch: Fetch): Fetch;
  /** Wraps delivery sending with the active faults. */
  send(send: Send): Send;
};

/** Creates a switch with initial faults, or all off for null. Active faults are logged. */
export function faultSwitch(begin: Faults | null, log: Logger): FaultSwitch {
  let http: ReturnType<typeof httpFaults> | null = null;
  let deliveries: ReturnType<typeof deliveryFaults> | null = null;
  const set = (requested: FaultsInput | null) => {
    const faults = requested === null ? null : faultsSchema.parse(requested);
    http = faults && httpFaults(faults);
    deliveries = faults && deliveryFaults(faults);
    if (faults) log.warn({ faults }, "faults are on: this service errs on purpose");
  };
  if (begin) set(begin);
  return {
    set,
    fetch: (fetch) => (request, bindings) =>
      http ? http(fetch, request, bindings) : fetch(request, bindings),
    send: (send) => (endpoint, body, timeoutMs, leaving) =>
      (deliveries ? deliveries(send) : send)(endpoint, body, timeoutMs, leaving),
  };
}
