import type { Logger } from "pino";
import type { Send } from "@/tracking-service/deliveries/send";
import { deliveryFaults } from "./delivery-faults";
import { type Fetch, httpFaults } from "./http-faults";
import { type Faults, type FaultsAsked, faultsSchema } from "./settings";

/** Where faults are turned on and off. They are for tests: no endpoint leads here. */
export type FaultSwitch = {
  /** The service errs like this from now on; null: not at all. */
  set(faults: FaultsAsked | null): void;
  /** Requests as they are handled, with what faults are on. */
  fetch(fetch: Fetch): Fetch;
  /** Deliveries as they are sent, with what faults are on. */
  send(send: Send): Send;
};

/** Faults that are off until something turns them on, and said in the log as long as they are not. */
export function faultSwitch(begin: Faults | null, log: Logger): FaultSwitch {
  let http: ReturnType<typeof httpFaults> | null = null;
  let deliveries: ReturnType<typeof deliveryFaults> | null = null;
  const set = (asked: FaultsAsked | null) => {
    const faults = asked === null ? null : faultsSchema.parse(asked);
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
