import { setTimeout as pause } from "node:timers/promises";
import { type Answer, send } from "./response";

/** The records that the service accepted, by kind, and the required final values. */
export type Accepted = {
  trackingRequests: string[];
  parties: string[];
  /** The role's id and its container. */
  roles: { id: string; containerId: string }[];
  /** Possible references by shipment: the last acknowledged one, and later ones without a response. */
  references: Map<string, string[]>;
};

export type Load = {
  accepted: Accepted;
  /** Responses that must never occur, whatever happens to the service. */
  surprises: string[];
  /** Requests without a response because the service was killed. */
  cutOff: number;
  answered: number;
  stop(): Promise<void>;
};

type Target = { url: string; key: string; containerIds: string[]; shipmentIds: string[] };

const WORKERS = 5;
/** Pause between two requests of one worker. Requests are in flight at any instant, without overloading two cores. */
const PAUSE_MS = 40;

const resource = (type: string, attributes: object, relationships?: object) => ({
  data: { type, attributes, relationships },
});

/** Numbers with other endings are used by specific tests. */
const billOfLading = (serial: number) => `MAEU${500_000_000 + serial * 10}`;

const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(Math.random() * list.length)];

/** Sends requests of many kinds from several clients continuously, with or without responses. */
export function startLoad({ url, key, containerIds, shipmentIds }: Target): Load {
  const accepted: Accepted = { trackingRequests: [], parties: [], roles: [], references: new Map() };
  const load = { accepted, surprises: [] as string[], cutOff: 0, answered: 0 };
  let serial = 0;
  let stopping = false;

  /** The response, or null when there was none. */
  const request = async (method: string, path: string, body: object): Promise<Answer | null> => {
    try {
      const response = await send(url, key, path, { method, body });
      load.answered += 1;
      const fine = response.status < 300 || (response.status === 422 && path.endsWith("/party_roles"));
      if (!fine) load.surprises.push(`${method} ${path}: ${response.glimpse}`);
      return response;
    } catch {
      load.cutOff += 1;
      await pause(250);
      return null;
    }
  };

  const track = async () => {
    serial += 1;
    const attributes = {
      request_number: billOfLading(serial),
      request_type: "bill_of_lading",
      scac: "MAEU",
      ref_numbers: [`PO-${serial}`],
    };
    const response = await request("POST", "/tracking_requests", resource("tracking_request", attributes));
    if (response?.status === 201) accepted.trackingRequests.push(response.item.id);
  };

  const addParty = async () => {
    serial += 1;
    const body = resource("party", { company_name: `Carrier ${serial}` });
    const response = await request("POST", "/parties", body);
    if (response?.status === 201) accepted.parties.push(response.item.id);
  };

  const addRole = async () => {
    const id = pick(accepted.parties);
    const containerId = pick(containerIds);
    if (!id || !containerId) return;
    const party = { party: { data: { type: "party", id } } };
    const body = resource("party_role", { role: "pickup_dray_carrier" }, party);
    const response = await request("POST", `/containers/${containerId}/party_roles`, body);
    if (response?.status === 201) accepted.roles.push({ id: response.item.id, containerId });
  };

  /** Each worker edits its own shipments, so that the last edit is known. */
  const refer = async (own: string[]) => {
    const id = pick(own);
    if (!id) return;
    serial += 1;
    const reference = `REF-${serial}`;
    // Before the first acknowledgement any value is valid, including the line's reported references.
    accepted.references.get(id)?.push(reference);
    const body = resource("shipment", { ref_numbers: [reference] });
    const response = await request("PATCH", `/shipments/${id}`, body);
    if (response?.status === 200) accepted.references.set(id, [reference]);
  };

  const work = async (worker: number) => {
    const own = shipmentIds.filter((_, index) => index % WORKERS === worker);
    for (let turn = worker; !stopping; turn += 1) {
      await [track, addParty, addRole, () => refer(own)][turn % 4]?.();
      await pause(PAUSE_MS);
    }
  };
  const working = Array.from({ length: WORKERS }, (_, worker) => work(worker));
  return Object.assign(load, {
    stop: async () => {
      stopping = true;
      await Promise.all(working);
    },
  });
}
