import { sql } from "drizzle-orm";
import { type AuditInput, recordAuditEntry } from "@/lib/auth/audit/audit-log";
import type { Container } from "@/lib/domain/container/container-facts";
import { listLinkReports } from "@/lib/features/driver-reports/queries/driver-reports";
import { type DriverReport, hasMoveEnded, type ReportingLink } from "@/lib/features/driver-reports/rules";
import { markContainersChanged } from "@/lib/mirror/apply/rebuild-container-rows";
import { loadContainers } from "@/lib/mirror/load-containers";
import type { Database, Transaction } from "@/lib/platform/database/client";
import { transact } from "@/lib/platform/database/transaction";
import { AppError } from "@/lib/platform/errors";

/** A container's move and what was reported on it through the link so far. */
export type OpenMove = { container: Container; reports: DriverReport[]; requireOpen: () => void };

/**
 * Holds the link until the transaction ends, so that its reports and photos are counted one after another. Throws
 * `not_found` for a link that was revoked or has expired meanwhile.
 */
async function holdLink(tx: Transaction, { id, containerId }: ReportingLink, now: Date): Promise<OpenMove> {
  const { rows } = await tx.execute(sql`
    select from access_tokens where id = ${id}::uuid and revoked_at is null
      and (expires_at is null or expires_at > ${now.toISOString()}::timestamptz)
    for no key update`);
  const [container] = rows.length > 0 ? await loadContainers(tx, [containerId]) : [];
  if (!container) throw new AppError("not_found", "This link has ended. Ask dispatch for a new one.");
  const reports = await listLinkReports(tx, id);
  const requireOpen = () => {
    if (hasMoveEnded(container, reports, now))
      throw new AppError("changed_meanwhile", "This move has ended. Contact dispatch.");
  };
  return { container, reports, requireOpen };
}

/**
 * Changes what was reported through a link, in one transaction. `change` returns the entry of the audit log, or null if
 * it changed nothing. Open pages of the container are refreshed.
 */
export async function changeReports(
  db: Database,
  link: ReportingLink,
  now: Date,
  change: (tx: Transaction, move: OpenMove) => Promise<AuditInput | null>,
): Promise<void> {
  await transact(db, async (tx) => {
    const entry = await change(tx, await holdLink(tx, link, now));
    if (entry === null) return;
    const record = { type: "container", id: link.containerId };
    await recordAuditEntry(tx, { userId: null, email: "user of the link" }, { ...entry, record });
    await markContainersChanged(tx, [link.containerId]);
  });
}
