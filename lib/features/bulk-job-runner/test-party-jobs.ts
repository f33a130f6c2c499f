import { testContext } from "@/lib/auth/commands/test-context";
import { partyRecord, roleRecord } from "@/lib/contract/fixtures";
import { listJobRows } from "@/lib/features/bulk-jobs/queries/read-jobs";
import { applyRecords } from "@/lib/mirror/apply/apply";
import type { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { TrackingClient } from "@/lib/tracking-client/client";
import { openGate } from "@/lib/tracking-client/request-limiter";
import { type Recorded, type StubResponse, StubService } from "@/lib/tracking-client/test-stub-service";
import { doNextRow } from "./run-rows";

type Role = { id: string; partyId: string; role: string };
const LIMITS = { default: null, create: null, infer: null, refresh: 10 };
const AS_OF = new Date("2026-11-20T08:30:00Z");

/** A test account (lib/features/test-account.ts). */
type Account = Awaited<ReturnType<typeof openTestDashboard>> & {
  ana: { userId: string; email: string };
  tell: (attributes: Record<string, unknown>, id?: string) => Promise<void>;
};

/**
 * Prepares a test account with the containers c-1 and c-2 of the shipment s-1, the parties p-1 (Harbor Dray), p-2 (Evergreen
 * Dray) and p-3 (Keystone), and a stub service that keeps party roles.
 */
export async function openPartyJobs<Opened extends Account>(dashboard: Opened) {
  /** The roles at the service by container or shipment. */
  const roles = new Map<string, Role[]>();
  const service = { refuse: (_: Recorded): StubResponse | undefined => undefined };

  const rolesOf = (id: string) => roles.get(id) ?? [];
  function document(folder: string, on: string, { id, partyId, role }: Role) {
    const created = roleRecord(id, on, partyId);
    const roleableType = folder === "shipments" ? "Shipment" : "Container";
    return { ...created, attributes: { ...created.attributes, role, roleable_type: roleableType } };
  }

  function response(request: Recorded): StubResponse | undefined {
    const { method, path, body } = request;
    const refused = service.refuse(request);
    if (refused) return refused;
    const [folder = "", on = "", rest, roleId] = path.split("/");
    if (rest !== "party_roles") return undefined;
    if (method === "GET") return { body: { data: rolesOf(on).map((role) => document(folder, on, role)) } };
    if (method === "DELETE") {
      roles.set(
        on,
        rolesOf(on).filter(({ id }) => id !== roleId),
      );
      return { status: 204 };
    }
    const { attributes, relationships } = JSON.parse(body).data;
    const partyId: string = relationships.party.data.id;
    if (rolesOf(on).some((role) => role.partyId === partyId && role.role === attributes.role))
      return { status: 422, body: { errors: [{ title: "Invalid", detail: "has already been taken" }] } };
    const created = { id: `r-${on}-${partyId}-${attributes.role}`, partyId, role: attributes.role };
    roles.set(on, [...rolesOf(on), created]);
    return { status: 201, body: { data: document(folder, on, created) } };
  }

  const stub = await StubService.start(response);
  const tracking = new TrackingClient({
    baseUrl: stub.baseUrl,
    key: "test-key",
    patienceMs: 0,
    gate: openGate(dashboard.db, LIMITS, { priority: "job", patienceMs: 0 }),
  });

  /** Gives a party a role at the service and in the mirror. */
  async function give(on: string, partyId: string, role = "pickup_dray_carrier"): Promise<void> {
    const created = { id: `g-${on}-${partyId}-${role}`, partyId, role };
    roles.set(on, [...rolesOf(on), created]);
    const folder = on.startsWith("s") ? "shipments" : "containers";
    await apply([document(folder, on, created)]);
  }

  const apply = (records: Parameters<typeof applyRecords>[1]) =>
    dashboard.db.transaction((tx) => applyRecords(tx, records, { asOf: AS_OF, notificationId: null }));

  async function reset(): Promise<void> {
    await dashboard.pool.query(
      "delete from jobs; delete from party_roles; delete from party_role_fetches; delete from fetch_queue; delete from party_details; delete from tracking_requests",
    );
    roles.clear();
    service.refuse = () => undefined;
    stub.requests.length = 0;
    await apply([
      partyRecord("p-1", "Harbor Dray"),
      partyRecord("p-2", "Evergreen Dray"),
      partyRecord("p-3", "Keystone"),
    ]);
    await dashboard.tell({});
    await dashboard.tell({ number: "TGHU1234567" }, "c-2");
  }

  return {
    ...dashboard,
    stub,
    service,
    give,
    apply,
    reset,
    /** The parties at the service that have a role on a record. */
    partiesAt: (on: string) => rolesOf(on).map(({ partyId }) => partyId),
    context: (options: Parameters<typeof testContext>[2] = {}) =>
      testContext(dashboard.db, dashboard.ana, { tracking, ...options }),
    /** The context of another user. */
    as: (by: { userId: string; email: string }) => testContext(dashboard.db, by, { tracking }),
    work: async () => {
      for (let turn = 0; turn < 20 && (await doNextRow(dashboard.db, tracking)); turn += 1);
    },
    /** Makes rows due that wait for their next attempt. */
    due: () =>
      dashboard.pool.query(
        "update job_rows set next_attempt_at = clock_timestamp(), claimed_until = null; update jobs set paused_until = null; update circuit_breaker set failures = 0, closed_until = '-infinity'",
      ),
    texts: async (jobId: string) =>
      (await listJobRows(dashboard.db, jobId, { state: null, offset: 0, limit: 100 })).map(
        (row) => `${row.state}: ${row.words}`,
      ),
    closeAll: async () => {
      await stub.stop();
      await dashboard.close();
    },
  };
}
