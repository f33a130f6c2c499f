/**
 * One recorded action. `at` is UTC text. `actor` is the name of the user at that time. `recordName` is the present name
 * of the record, null when the dashboard does not or no longer store the record.
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
  detail: string;
};
