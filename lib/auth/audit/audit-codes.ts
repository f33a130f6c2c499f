import { z } from "zod";

const text = z.string();
const texts = z.array(text);
const count = z.number();
const nothing = z.object({});
const party = z.object({ party: text });
const role = z.object({ role: text, party: text });
const named = z.object({ name: text });
const email = z.object({ email: text });
const listChange = z.object({ before: texts, after: texts });
const rename = z.object({ before: text, after: text });
const field = z.object({ slug: text });
const option = z.object({ option: text });
const host = z.object({ host: text });
const token = z.object({ label: text, days: count.nullable() });
/** `issuedBy`: the e-mail of the user whose access was revoked as a whole; absent for a single revocation. */
const revoked = z.object({ label: text.optional(), issuedBy: text.optional() });
/** `label`: the name of the share link. */
const driverStep = z.object({ label: text, step: text });
/** `carrier`: the name of the dray carrier. `version`: that of the work order. */
const workOrder = z.object({ carrier: text, version: count });
const followUp = z.object({ hold: text, contacted: text, promise: text });

/**
 * The data of each audit entry by its code. A code names a record and what was done with it. Texts of codes and data
 * are in lib/features/activity/messages.ts. Stored entries never change: a code that is no longer written stays here.
 * Data never contains a secret.
 */
export const AUDIT_DATA = {
  "activity.exported": z.object({ filters: text }),
  "admin_role.stayed": z.object({ email: text, groupRole: text }),
  "api_token.created": token,
  "audit_entries.deleted": z.object({ entries: count, before: text, checksum: text }),
  "board.exported": z.object({ name: text, format: text, selected: count.nullable(), address: text }),
  "portal.exported": z.object({ search: text, filter: text }),
  "calendar.created": token,
  "code.refused": nothing,
  "company.logo_removed": nothing,
  "company.logo_saved": nothing,
  "company.name_saved": named,
  "container.party_assigned": party,
  "container.plan_saved": z.object({
    pickup: text.nullable(),
    delivery: text.nullable(),
    emptyReturn: text.nullable(),
    driver: z.boolean().optional(),
    note: z.boolean(),
  }),
  "container.refresh_requested": nothing,
  "custom_field.cleared": field,
  "custom_field.set": z.object({ slug: text, value: z.unknown() }),
  "custom_field_definition.changed": rename,
  "custom_field_definition.created": z.object({ name: text, dataType: text, entityType: text }),
  "custom_field_definition.deleted": nothing,
  "custom_field_option.added": option,
  "custom_field_option.deleted": option,
  "custom_field_option.moved": option,
  "custom_field_option.renamed": rename,
  "deliveries.retried": z.object({ count }),
  "document.added": named,
  "document.changed": named,
  "document.deleted": nothing,
  "document.linked": z.object({ name: text, type: text, id: text }),
  "document.opened": named,
  "driver_photo.added": driverStep,
  "driver_report.created": driverStep.extend({ at: text }),
  "driver_report.undone": driverStep,
  "embed.created": z.object({ label: text, about: text, view: text, origins: texts }),
  "embed.revoked": revoked,
  "feed.revoked": revoked,
  "follow_up.began": followUp,
  "follow_up.closed": z.object({ hold: text }),
  "follow_up.continued": followUp,
  "free_days.removed": nothing,
  "free_days.set": z.object({ days: count, counts: text }),
  "gate_hours.removed": nothing,
  "gate_hours.set": nothing,
  "invitation.accepted": email,
  "invitation.revoked": revoked,
  "job.started": z.object({ title: text, rows: count }),
  "job.stopped": z.object({ title: text, reason: text }).partial(),
  "list_errors.exported": nothing,
  "own_webhook.events_chosen": z.object({ events: texts.nullable() }),
  "own_webhook.registered": nothing,
  "own_webhook.removed": nothing,
  "own_webhook.secret_rotated": nothing,
  "party.archived": named,
  "party.contact_saved": z.object({ party: text, fields: texts }),
  "party.created": named,
  "party.merged": rename,
  "party.renamed": rename,
  "party.restored": named,
  "party_role.removed": role.partial(),
  "passcode.throttled": z.object({ label: text, networks: z.enum(["one", "many"]) }),
  "password.changed": email,
  "password.reset": email,
  "password_link.created": email,
  "references.changed": listChange,
  "report.exported": z.object({ weeks: count }),
  "retention.deleted": z.object({ containers: count, shipments: count, jobs: count }),
  "retention.saved": z.object({ containerDays: count.nullable(), jobDays: count.nullable() }),
  "sample.removed": z.object({ kind: text }),
  "samples.removed": z.object({ count }),
  "second_factor.removed": email,
  "second_factor.set_up": email,
  "share_link.created": z.object({
    label: text,
    about: text,
    view: text,
    days: count,
    passcode: z.boolean(),
    reports: z.boolean().optional(),
    documents: z.boolean().optional(),
  }),
  "share_link.revoked": revoked,
  "shared_document.opened": z.object({ name: text, label: text }),
  "shipment.party_assigned": role,
  "sign_in.failed": nothing,
  "sign_in.slowed": nothing,
  "sso.admitted": z.object({ email: text, role: text, formerRole: text.nullable() }),
  "sso.confirmed": z.object({ email: text, subject: text }),
  "sso.dismissed": z.object({ email: text, subject: text }),
  "sso.failed": z.object({
    email: text,
    reason: z.enum(["unconfirmed", "no_group"]),
    subject: text.optional(),
  }),
  "stray_webhook.removed": nothing,
  "sync_run.requested": nothing,
  "tags.changed": listChange,
  "tracking.requested": z.object({ type: text, number: text, scac: text.nullable() }),
  "tracking.resumed": nothing,
  "tracking.stopped": nothing,
  "user.changed": z.object({
    email: text,
    name: text.nullable(),
    role: text,
    formerRole: text.nullable(),
    partyIds: texts.nullable(),
    charges: z.boolean(),
    documents: z.boolean().optional(),
  }),
  "user.disabled": z.object({ email: text, revoked: count }),
  "user.enabled": email,
  "user.invited": z.object({ email: text, role: text }),
  "user.invited_again": email,
  "user.second_factor_removed": email,
  "user.signed_in": nothing,
  "user.signed_out": nothing,
  "user.signed_out_everywhere": email,
  "view.changed": named,
  "view.deleted": named,
  "view.shared": named,
  "view.unshared": named,
  "wallboard.created": token,
  "webhook.changed": host,
  "webhook.deleted": nothing,
  "webhook.paused": nothing,
  "webhook.registered": host,
  "webhook.resumed": nothing,
  "webhook.test_sent": z.object({ event: text }),
  "work_order.accepted": workOrder.extend({ driver: text, truck: text, eta: text.nullable() }),
  "work_order.declined": workOrder.extend({ reason: text }),
  "work_order.link_revoked": revoked,
  "work_order.sent": workOrder.extend({ days: count }),
  "work_order.withdrawn": workOrder,
} as const satisfies Record<string, z.ZodObject>;

export type AuditCode = keyof typeof AUDIT_DATA;
export type AuditData<Code extends AuditCode> = z.infer<(typeof AUDIT_DATA)[Code]>;
