import type { Passed } from "@/bench/harness/round-robin";
import { WEBHOOK_PATH } from "@/lib/features/webhooks/rules/callback-url";
import { openRng } from "@/lib/platform/seeded-random";

const ID = /"data":\{"id":"([0-9a-f-]{36})"/;
const ACCEPTED = 202;

/** Deliveries seen by the load balancer, and the duplicates it sent of them. */
export class Deliveries {
  /** Number of 202 responses by notification id. */
  readonly accepted = new Map<string, number>();
  attempts = 0;
  /** Attempts with another response or none. */
  failed = 0;
  duplicates = 0;
  private readonly chance;
  private readonly later = new Set<NodeJS.Timeout>();
  private readonly repeated = new Set<string>();

  constructor(
    seed: number,
    private readonly duplicateRate: number,
    private readonly windowMs: number,
  ) {
    this.chance = openRng(seed);
  }

  /** Target URL for duplicates: the balancer's own address, set once it listens. */
  publicUrl = "";

  heard(passed: Passed): void {
    if (passed.method !== "POST" || passed.path !== WEBHOOK_PATH) return;
    const id = ID.exec(passed.body.toString("latin1", 0, 200))?.[1];
    if (id === undefined) return;
    this.attempts += 1;
    if (passed.status === ACCEPTED) this.accepted.set(id, (this.accepted.get(id) ?? 0) + 1);
    else this.failed += 1;
    if (!this.repeated.has(id) && this.chance.hit(this.duplicateRate)) this.repeat(passed);
    this.repeated.add(id);
  }

  /** Half of the duplicates are sent at once, as after a timeout. The other half are sent within the window. */
  private repeat({ headers, body }: Passed): void {
    const delay = this.chance.hit(0.5) ? 0 : this.chance.between(0, this.windowMs);
    this.duplicates += 1;
    const timer = setTimeout(() => {
      this.later.delete(timer);
      const relevant = Object.entries(headers).filter(([name]) => /^(content-type|x-)/.test(name));
      const sent = relevant.map(([name, value]): [string, string] => [name, String(value)]);
      fetch(`${this.publicUrl}${WEBHOOK_PATH}`, { method: "POST", headers: sent, body: new Uint8Array(body) })
        .then((response) => response.arrayBuffer())
        .catch(() => undefined);
    }, delay);
    this.later.add(timer);
  }

  /** Whether duplicates are still to be sent. */
  get pending(): number {
    return this.later.size;
  }
}
