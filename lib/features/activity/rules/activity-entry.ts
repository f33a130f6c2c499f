/**
 * One recorded action. `at` is UTC text. `actor` is the name of the user at that time. `action` is a code of
 * lib/auth/audit/audit-codes.ts, and `data` the data of that code. Entries from before the codes have their details as
 * text in `detail` instead. `recordName` is the present name of the record, null when the dashboard does not or no
 * longer store the record.
 */
export type AuditEntry = {
  id: number;
  at: string;
  actor: string;
  address: string | null;
  action: string;
  recordType: string | null;
  recordId: string | null;
  recordName: string | null;
  data: unknown;
  detail: string;
};
