/** Which records one transaction changed, so that readers can be reported once, at its end. */
export class Touched {
  readonly containers = new Set<string>();
  readonly shipments = new Set<string>();
  readonly requests = new Set<string>();
  parties = false;
  /** Containers whose page shows something otherwise, their row of the board nothing. */
  readonly pages = new Set<string>();
  /** The same of shipments. */
  readonly shipmentPages = new Set<string>();
  /** Shipments that got or lost a container. */
  readonly listings = new Set<string>();
  /** Containers whose roles were never read before: what stood already is no change. */
  readonly firstRoles = new Set<string>();
  /** Parties by id, and places, facilities and vessels by id, that others show by name. */
  readonly partyNames = new Set<string>();
  readonly placeNames = new Set<string>();

  get any(): boolean {
    const sets = [
      this.containers,
      this.shipments,
      this.requests,
      this.placeNames,
      this.pages,
      this.shipmentPages,
    ];
    return this.parties || sets.some(({ size }) => size > 0);
  }

  toEvent() {
    return {
      containers: [...this.containers],
      shipments: [...this.shipments],
      requests: [...this.requests],
      parties: this.parties,
    };
  }
}
