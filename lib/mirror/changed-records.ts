/** The records that one transaction changed, so that readers are notified once, at its end. */
export class ChangeSet {
  readonly containers = new Set<string>();
  readonly shipments = new Set<string>();
  readonly requests = new Set<string>();
  parties = false;
  /** Containers whose page changed but whose board row did not. */
  readonly pages = new Set<string>();
  /** Shipments whose page changed but whose containers' board rows did not. */
  readonly shipmentPages = new Set<string>();
  /** Shipments that gained or lost a container. */
  readonly listings = new Set<string>();
  /** Containers whose roles were read for the first time: their existing roles are no change. */
  readonly firstRoles = new Set<string>();
  /** The user whose request this is: the author of the team data that it changes. Null: no user's. */
  by: string | null = null;
  /** Whether rows are rebuilt only for a new version of the program: their cells are not marked as changed. */
  versionOnly = false;
  /** Ids of parties, and ids of locations, facilities and vessels, that other records show by name. */
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
