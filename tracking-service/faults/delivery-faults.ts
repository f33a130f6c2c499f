import { setTimeout as pause } from "node:timers/promises";
import type { Send } from "@/tracking-service/deliveries/send";
import { rng } from "@/tracking-service/sources/simulation/seeded-random";
import type { Faults } from "./settings";

/** Notifications of one address that are held until another one has been sent. */
class HeldBack {
  private readonly waiting = new Map<string, (() => void)[]>();

  /** Waits until another notification to this address is sent, `ms` have passed or the attempt is aborted. */
  async wait(url: string, ms: number, signal: AbortSignal): Promise<void> {
    const passed = new Promise<void>((resolve) => {
      this.waiting.set(url, [...(this.waiting.get(url) ?? []), resolve]);
    });
    await Promise.race([passed, quietly(ms, signal)]);
  }

  letGo(url: string): void {
    const waiting = this.waiting.get(url) ?? [];
    this.waiting.delete(url);
    for (const go of waiting) go();
  }
}

const quietly = (ms: number, signal: AbortSignal) => pause(ms, undefined, { signal }).catch(() => undefined);

/** Wraps the send function with delivery faults. */
export function deliveryFaults(faults: Faults): (send: Send) => Send {
  const { duplicate, late, reordered } = faults.deliveries;
  const draws = rng(faults.seed, "deliveries");
  const heldBack = new HeldBack();
  return (send) => async (endpoint, body, timeoutMs, leaving) => {
    const twice = draws.hit(duplicate?.rate ?? 0);
    const slow = draws.hit(late?.rate ?? 0);
    const held = draws.hit(reordered?.rate ?? 0);
    if (slow && late) await quietly(late.ms, leaving.signal);
    if (held && reordered) await heldBack.wait(endpoint.url, reordered.ms, leaving.signal);
    const outcome = await send(endpoint, body, timeoutMs, leaving);
    if (!held) heldBack.letGo(endpoint.url);
    if (twice) await send(endpoint, body, timeoutMs, new AbortController());
    return outcome;
  };
}
