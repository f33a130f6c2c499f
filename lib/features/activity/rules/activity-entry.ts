/**
 * What somebody did, as it is reported; `at` is UTC text, `actor` who it was then, `recordName` what the record is called
 * here now, null where it is not or no more here.
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
