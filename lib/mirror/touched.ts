/** Which records one transaction changed, so that readers can be told once, at its end. */
export class Touched {
  readonly containers = new Set<string>();
  readonly shipments = new Set<string>();
  readonly requests = new Set<string>();
  parties = false;

  toEvent() {
    return {
      containers: [...this.containers],
      shipments: [...this.shipments],
      requests: [...this.requests],
      parties: this.parties,
    };
  }
}
