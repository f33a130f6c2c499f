import type { Writer } from "@/lib/auth/access/actor";
import { containerRecord, named, shipmentRecord, terminalRecord } from "@/lib/contract/fixtures";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import { applyRecords } from "@/lib/mirror/apply/apply";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";

/** Opens a Drayboard test database with a container `c-1`, held by customs at Los Angeles, and two users. */
export async function openTestAccount() {
  const dashboard = await openTestDashboard();
  let minute = 0;

  async function notify(attributes: Record<string, unknown>, id = "c-1"): Promise<void> {
    minute += 1;
    const asOf = new Date(Date.UTC(2026, 10, 20, 8, minute));
    const relations = { shipment: named("shipment", "s-1"), pod_terminal: named("terminal", "t-1") };
    const records = [
      containerRecord(
        id,
        {
          pod_timezone: "America/Los_Angeles",
          pod_discharged_at: "2026-11-14T18:00:00Z",
          holds_at_pod_terminal: [{ name: "customs", status: "hold", description: null }],
          terminal_checked_at: asOf.toISOString(),
          ...attributes,
        },
        relations,
      ),
      shipmentRecord("s-1", { shipping_line_scac: "MAEU", shipping_line_short_name: "Maersk" }),
      terminalRecord("t-1", "APM Pier 400"),
    ];
    await dashboard.db.transaction((tx) => applyRecords(tx, records, { asOf, notificationId: null }));
  }

  async function user(name: string): Promise<Writer & { email: string }> {
    const email = `${name.toLowerCase()}@example.com`;
    const { rows } = await dashboard.pool.query<{ id: string }>(
      "insert into users (email, name, role, password_hash) values ($1, $2, 'dispatcher', 'x') returning id",
      [email, name],
    );
    return { userId: rows[0]?.id ?? "", email };
  }

  async function rowOf(id = "c-1"): Promise<BoardRow> {
    const { rows } = await dashboard.pool.query<{ row: BoardRow }>(
      "select row from board_rows where container_id = $1",
      [id],
    );
    if (!rows[0]) throw new Error(`no board row of ${id}`);
    return rows[0].row;
  }

  await notify({});
  const [ana, ben] = [await user("Ana"), await user("Ben")];
  return { ...dashboard, ana, ben, person: user, tell: notify, rowOf };
}
