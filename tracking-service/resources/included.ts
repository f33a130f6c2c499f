import { isResourceType, type ResourceType } from "@/lib/contract/responses/resources";
import type { Reader } from "@/tracking-service/store/database";
import {
  loadAccounts,
  loadNotificationLogs,
  loadNotifications,
  loadParties,
  loadPartyRoles,
  loadTrackingRequests,
  loadUsers,
  loadWebhooks,
} from "./account-records";
import { loadCatalogue } from "./catalog-records";
import { loadDefinitions, loadFields, loadOptions } from "./custom-field-records";
import { includedForm, loadDocuments, loadEmailSubmissions, loadRepresentations } from "./document-records";
import { loadChangeEvents, loadContainers, loadShipments, loadTransportEvents } from "./journey-records";
import { loadRawEvents } from "./raw-event-records";
import type { Link, Resource } from "./resource";
import { giveRoles } from "./roles";

type Loader = (reader: Reader, ids: string[]) => Promise<Resource[]>;

const LOADERS: Record<ResourceType, Loader> = {
  shipment: loadShipments,
  container: loadContainers,
  transport_event: loadTransportEvents,
  tracking_request: loadTrackingRequests,
  party: loadParties,
  party_role: loadPartyRoles,
  webhook: loadWebhooks,
  webhook_event_category: async () => [],
  webhook_notification: loadNotifications,
  webhook_notification_log: loadNotificationLogs,
  container_updated_event: loadChangeEvents,
  container_created_event: loadChangeEvents,
  container_pod_terminal_changed_event: loadChangeEvents,
  estimated_event: loadChangeEvents,
  port: loadCatalogue,
  metro_area: loadCatalogue,
  terminal: loadCatalogue,
  rail_terminal: loadCatalogue,
  vessel: loadCatalogue,
  shipping_line: loadCatalogue,
  raw_event: loadRawEvents,
  user: loadUsers,
  account: loadAccounts,
  // A response type, not a stored record.
  infer_number_results: async () => [],
  custom_field_definition: loadDefinitions,
  custom_field_option: loadOptions,
  custom_field: loadFields,
  document: loadDocuments,
  email_submission: loadEmailSubmissions,
  document_representation: loadRepresentations,
  // Schemas are no stored records.
  document_schema: async () => [],
  // A search result, which no relationship refers to.
  search_result: async () => [],
};

const key = ({ type, id }: Link) => `${type}/${id}`;

/**
 * Returns the record of this type and id, or null. It does not check the account: callers pass only ids the account may
 * see.
 */
export async function findResource(reader: Reader, type: string, id: string): Promise<Resource | null> {
  if (!isResourceType(type)) return null;
  return (await LOADERS[type](reader, [id]))[0] ?? null;
}

function linked(resource: Resource, relationship: string): Link[] {
  const data = resource.relationships?.[relationship]?.data;
  if (!data) return [];
  return Array.isArray(data) ? data : [data];
}

/** Records already read, by type and id. One map may be shared while nothing changes. */
export type Loaded = Map<string, Resource>;

/** Records that are already available and are not read again. */
export const loadedFrom = (records: readonly Resource[]): Loaded =>
  new Map(records.map((record) => [key(record), record]));

/**
 * Collects the records that include paths lead to, each once, without the given resources themselves. A path is a list
 * of relationship names, and every record along it is included. The path party_roles adds that relationship to the
 * shipments concerned.
 */
export async function collectIncluded(
  reader: Reader,
  roots: Resource[],
  paths: string[][],
  loaded: Loaded = new Map(),
): Promise<Resource[]> {
  for (const root of roots) loaded.set(key(root), root);
  const own = new Set(roots);
  const included = new Map<string, Resource>();
  for (const names of paths) {
    let level = roots;
    for (const name of names) {
      if (name === "party_roles") await giveRoles(reader, level);
      const links = new Map(
        level.flatMap((resource) => linked(resource, name)).map((link) => [key(link), link]),
      );
      await load(reader, [...links.values()], loaded);
      level = [...links.keys()].flatMap((link) => loaded.get(link) ?? []);
      for (const resource of level) if (!own.has(resource)) included.set(key(resource), resource);
    }
  }
  const rootTypes = [...new Set(roots.map(({ type }) => type))];
  return [...included.values()].map((record) => includedForm(record, rootTypes));
}

/** The records that a request includes. Null when it includes none: the document then has no such member. */
export const requestedIncluded = async (
  reader: Reader,
  roots: Resource[],
  paths: string[][],
): Promise<Resource[] | null> => (paths.length > 0 ? collectIncluded(reader, roots, paths) : null);

async function load(reader: Reader, links: Link[], loaded: Map<string, Resource>): Promise<void> {
  const missing = new Map<ResourceType, string[]>();
  for (const link of links) {
    if (loaded.has(key(link)) || !isResourceType(link.type)) continue;
    const ids = missing.get(link.type);
    if (ids) ids.push(link.id);
    else missing.set(link.type, [link.id]);
  }
  for (const [type, ids] of missing) {
    for (const resource of await LOADERS[type](reader, ids)) loaded.set(key(resource), resource);
  }
}
