import { AUDIT_DATA, type AuditCode, type AuditData } from "@/lib/auth/audit/audit-codes";
import { counted } from "@/lib/platform/text/counted";
import type { AuditEntry } from "./rules/activity-entry";
import { FORMER_ACTIONS } from "./rules/former-actions";

type Message<Code extends AuditCode> = {
  text: string;
  /** The details of an entry. Absent: none. */
  detail?: (data: AuditData<Code>) => string;
};

const listed = (texts: readonly string[]): string => texts.join(", ") || "none";
const changed = ({ before, after }: { before: readonly string[]; after: readonly string[] }): string =>
  `${listed(before)} → ${listed(after)}`;
const renamed = ({ before, after }: { before: string; after: string }): string => `${before} → ${after}`;
const emailOf = ({ email }: { email: string }): string => email;
const nameOf = ({ name }: { name: string }): string => name;
const optionOf = ({ option }: { option: string }): string => option;
const hostOf = ({ host }: { host: string }): string => host;
const issued = ({ label, days }: { label: string; days: number | null }): string =>
  `${label}, valid ${days === null ? "until revoked" : `for ${days} days`}`;
const revoked = ({ label, issuedBy }: { label?: string; issuedBy?: string }): string =>
  issuedBy === undefined ? "" : `${label ?? ""}, created by ${issuedBy}`;
const driverStep = ({ label, step }: { label: string; step: string }): string =>
  `${step.replaceAll("_", " ")}, ${label}`;
const workOrder = ({ carrier, version }: { carrier: string; version: number }): string =>
  `${carrier}, version ${version}`;
const followUp = ({ hold, contacted, promise }: AuditData<"follow_up.began">): string =>
  [hold, contacted && `contacted ${contacted}`, promise && `“${promise}”`].filter(Boolean).join(", ");
const plan = ({ pickup, delivery, emptyReturn, driver, note }: AuditData<"container.plan_saved">): string =>
  [
    pickup && `pickup ${pickup}`,
    delivery && `delivery ${delivery}`,
    emptyReturn && `empty return ${emptyReturn}`,
    driver && "driver",
    note && "note",
  ]
    .filter(Boolean)
    .join(", ") || "emptied";
const keptFor = (days: number | null): string => (days === null ? "forever" : `for ${days} days`);
const was = (role: string, formerRole: string | null): string =>
  formerRole === null ? role : `${role}, was ${formerRole}`;

/** The text of each audit entry: what was done, and the details from its data. */
const AUDIT_MESSAGES: { readonly [Code in AuditCode]: Message<Code> } = {
  "activity.exported": { text: "exported the activity", detail: ({ filters }) => filters || "all" },
  "admin_role.stayed": {
    text: "kept the admin role",
    detail: ({ email, groupRole }) => `${email}: groups grant ${groupRole}, but no other user is an admin`,
  },
  "api_token.created": { text: "created an API token", detail: issued },
  "audit_entries.deleted": {
    text: "exported and deleted audit entries",
    detail: ({ entries, before }) => `${counted(entries, "entry", "entries")} before ${before}`,
  },
  "board.exported": {
    text: "exported the board",
    detail: ({ name, format, selected, address }) =>
      `${name}, ${format}: ${selected === null ? address || "all" : `${selected} selected containers`}`,
  },
  "calendar.created": { text: "created a calendar", detail: issued },
  "code.refused": { text: "entered a wrong code" },
  "company.logo_removed": { text: "removed the company’s logo" },
  "company.logo_saved": { text: "saved the company’s logo" },
  "company.name_saved": { text: "saved the company’s name", detail: ({ name }) => name || "none" },
  "container.party_assigned": { text: "assigned a dray carrier", detail: ({ party }) => party },
  "container.plan_saved": { text: "saved a plan", detail: plan },
  "container.refresh_requested": { text: "requested a refresh" },
  "custom_field.cleared": { text: "cleared a custom field", detail: ({ slug }) => slug },
  "custom_field.set": {
    text: "set a custom field",
    detail: ({ slug, value }) => `${slug}: ${JSON.stringify(value)}`,
  },
  "custom_field_definition.changed": {
    text: "changed a custom field’s definition",
    detail: ({ before, after }) => (before === after ? after : `${before} → ${after}`),
  },
  "custom_field_definition.created": {
    text: "defined a custom field",
    detail: ({ name, dataType, entityType }) => `${name} (${dataType} of ${entityType})`,
  },
  "custom_field_definition.deleted": { text: "deleted a custom field’s definition" },
  "custom_field_option.added": { text: "added an option to a custom field", detail: optionOf },
  "custom_field_option.deleted": { text: "deleted an option of a custom field", detail: optionOf },
  "custom_field_option.moved": { text: "moved an option of a custom field", detail: optionOf },
  "custom_field_option.renamed": { text: "renamed an option of a custom field", detail: renamed },
  "deliveries.retried": { text: "retried deliveries", detail: ({ count }) => String(count) },
  "document.added": { text: "added a document", detail: nameOf },
  "document.changed": { text: "changed a document", detail: nameOf },
  "document.deleted": { text: "deleted a document" },
  "document.linked": {
    text: "linked a document",
    detail: ({ name, type, id }) => `${name}, with ${type} ${id}`,
  },
  "document.opened": { text: "opened a document", detail: nameOf },
  "driver_photo.added": { text: "added a driver’s photo", detail: driverStep },
  "driver_report.created": {
    text: "reported a driver’s step",
    detail: ({ at, ...report }) => `${driverStep(report)}, ${at}`,
  },
  "driver_report.undone": { text: "undid a driver’s step", detail: driverStep },
  "embed.created": {
    text: "created an embed",
    detail: ({ label, about, view, origins }) => `${label}: ${about}, ${view} view, for ${origins.join(" ")}`,
  },
  "embed.revoked": { text: "revoked an embed", detail: revoked },
  "feed.revoked": { text: "revoked a feed", detail: revoked },
  "follow_up.began": { text: "began a follow-up", detail: followUp },
  "follow_up.closed": { text: "closed a follow-up", detail: ({ hold }) => hold },
  "follow_up.continued": { text: "added to a follow-up", detail: followUp },
  "free_days.removed": { text: "removed free days" },
  "free_days.set": { text: "set free days", detail: ({ days, counts }) => `${days} ${counts} days` },
  "gate_hours.removed": { text: "removed gate hours" },
  "gate_hours.set": { text: "set gate hours" },
  "invitation.accepted": { text: "accepted an invitation", detail: emailOf },
  "invitation.revoked": { text: "ended an invitation", detail: revoked },
  "job.started": { text: "started a job", detail: ({ title, rows }) => `${title} (${rows})` },
  "job.stopped": {
    text: "stopped a job",
    detail: ({ title, reason }) => (reason === undefined ? "" : `${title ?? ""}: ${reason}`),
  },
  "list_errors.exported": { text: "exported a list’s errors" },
  "own_webhook.events_chosen": {
    text: "chose the webhook’s events",
    detail: ({ events }) => (events === null ? "all" : events.join(", ")),
  },
  "own_webhook.registered": { text: "registered the webhook" },
  "own_webhook.removed": { text: "removed the webhook" },
  "own_webhook.secret_rotated": { text: "rotated the webhook’s secret" },
  "party.archived": { text: "archived a party", detail: nameOf },
  "party.contact_saved": {
    text: "saved the contact of a party",
    detail: ({ party, fields }) => `${party}: ${listed(fields)}`,
  },
  "party.created": { text: "created a party", detail: nameOf },
  "party.merged": { text: "merged a party", detail: renamed },
  "party.renamed": { text: "renamed a party", detail: renamed },
  "party.restored": { text: "restored a party", detail: nameOf },
  "party_role.removed": {
    text: "removed a party role",
    detail: ({ role, party }) => (role === undefined ? "" : `${role}: ${party ?? ""}`),
  },
  "passcode.throttled": {
    text: "tried too many passcodes",
    detail: ({ label, networks }) => `${label}: from ${networks === "one" ? "one network" : "many networks"}`,
  },
  "password.changed": { text: "changed their password", detail: emailOf },
  "password.reset": { text: "reset a password by link", detail: emailOf },
  "password_link.created": { text: "created a password link", detail: emailOf },
  "portal.exported": { text: "exported their containers", detail: ({ search }) => search || "all" },
  "references.changed": { text: "changed references", detail: changed },
  "report.exported": { text: "exported a report", detail: ({ weeks }) => `${weeks} weeks` },
  "sample.removed": { text: "removed a sample", detail: ({ kind }) => kind.replaceAll("_", " ") },
  "retention.deleted": {
    text: "deleted old records",
    detail: ({ containers, shipments, jobs }) =>
      `${counted(containers, "container")}, ${counted(shipments, "shipment")}, ${counted(jobs, "job")}`,
  },
  "retention.saved": {
    text: "changed how long records are kept",
    detail: ({ containerDays, jobDays }) =>
      `finished containers ${keptFor(containerDays)}, jobs ${keptFor(jobDays)}`,
  },
  "samples.removed": { text: "removed the samples", detail: ({ count }) => String(count) },
  "second_factor.removed": { text: "removed their second factor", detail: emailOf },
  "second_factor.set_up": { text: "set up a second factor", detail: emailOf },
  "share_link.created": {
    text: "created a share link",
    detail: ({ label, about, view, days, passcode, reports, documents }) =>
      [
        `${label}: ${about}`,
        `${view} view`,
        `${days} days`,
        passcode && "with a passcode",
        reports && "driver can report",
        documents && "with documents",
      ]
        .filter(Boolean)
        .join(", "),
  },
  "share_link.revoked": { text: "revoked a share link", detail: revoked },
  "shared_document.opened": {
    text: "opened a document through a share link",
    detail: ({ name, label }) => `${name}, ${label}`,
  },
  "shipment.party_assigned": {
    text: "assigned a party role",
    detail: ({ role, party }) => `${role}: ${party}`,
  },
  "sign_in.failed": { text: "failed to sign in" },
  "sign_in.slowed": { text: "slowed sign-ins: too many wrong passwords from many addresses" },
  "sso.admitted": {
    text: "came in by single sign-on",
    detail: ({ email, role, formerRole }) => `${email}: ${was(role, formerRole)}`,
  },
  "sso.confirmed": {
    text: "confirmed a single sign-on",
    detail: ({ email, subject }) => `${email}: ${subject}`,
  },
  "sso.dismissed": {
    text: "dismissed a single sign-on request",
    detail: ({ email, subject }) => `${email}: ${subject}`,
  },
  "sso.failed": {
    text: "failed single sign-on",
    detail: ({ email, reason, subject }) =>
      reason === "no_group"
        ? `${email}: in no group with a role`
        : `${email}: the provider does not confirm the email of subject ${subject ?? ""}`,
  },
  "stray_webhook.removed": { text: "removed a webhook with an unknown secret" },
  "sync_run.requested": { text: "requested a sync run" },
  "tags.changed": { text: "changed tags", detail: changed },
  "tracking.requested": {
    text: "requested tracking",
    detail: ({ type, number, scac }) => [type, number, scac].filter(Boolean).join(" "),
  },
  "tracking.resumed": { text: "resumed tracking" },
  "tracking.stopped": { text: "stopped tracking" },
  "user.changed": {
    text: "changed a user",
    detail: ({ email, name, role, formerRole, partyIds, charges, documents }) =>
      [
        `${email}: ${name ?? "no name"}`,
        was(role, formerRole),
        partyIds && `parties ${partyIds.join(" ")}`,
        charges && "charges shown",
        documents && "documents shown",
      ]
        .filter(Boolean)
        .join("; "),
  },
  "user.disabled": {
    text: "disabled a user",
    detail: ({ email, revoked: count }) =>
      count > 0 ? `${email}; revoked ${count} links and tokens` : email,
  },
  "user.enabled": { text: "enabled a user", detail: emailOf },
  "user.invited": { text: "invited a user", detail: ({ email, role }) => `${email}: ${role}` },
  "user.invited_again": { text: "invited a user again", detail: emailOf },
  "user.second_factor_removed": { text: "removed a user’s second factor", detail: emailOf },
  "user.signed_in": { text: "signed in" },
  "user.signed_out": { text: "signed out" },
  "user.signed_out_everywhere": { text: "signed a user out everywhere", detail: emailOf },
  "view.changed": { text: "changed a shared view", detail: nameOf },
  "view.deleted": { text: "deleted a shared view", detail: nameOf },
  "view.shared": { text: "shared a view", detail: nameOf },
  "view.unshared": { text: "stopped sharing a view", detail: nameOf },
  "wallboard.created": { text: "created a wallboard", detail: issued },
  "webhook.changed": { text: "changed a webhook", detail: hostOf },
  "webhook.deleted": { text: "deleted a webhook" },
  "webhook.paused": { text: "paused a webhook" },
  "webhook.registered": { text: "registered a webhook", detail: hostOf },
  "webhook.resumed": { text: "resumed a webhook" },
  "webhook.test_sent": { text: "sent a test delivery", detail: ({ event }) => event },
  "work_order.accepted": {
    text: "accepted a work order by its link",
    detail: ({ driver, truck, eta, ...order }) =>
      [workOrder(order), driver, truck, eta && `ETA ${eta}`].filter(Boolean).join(", "),
  },
  "work_order.declined": {
    text: "declined a work order by its link",
    detail: ({ reason, ...order }) => `${workOrder(order)}: ${reason}`,
  },
  "work_order.link_revoked": { text: "revoked a work order’s link", detail: revoked },
  "work_order.sent": {
    text: "sent a work order",
    detail: ({ days, ...order }) => `${workOrder(order)}, valid for ${days} days`,
  },
  "work_order.withdrawn": { text: "withdrew a work order", detail: workOrder },
};

const isCode = (action: string): action is AuditCode => Object.hasOwn(AUDIT_DATA, action);
const CODES = Object.keys(AUDIT_MESSAGES).filter(isCode);

/**
 * The code of a stored action. Entries from before the codes store the text of that time instead. A text that never
 * had a code is returned unchanged.
 */
export function actionCode(stored: string): string {
  const text = FORMER_ACTIONS.get(stored) ?? stored;
  return CODES.find((code) => AUDIT_MESSAGES[code].text === text) ?? stored;
}

/** Every form in which an action is stored: its code, its text, and former texts. */
export function storedActions(action: string): string[] {
  const text = actionText(action);
  const former = [...FORMER_ACTIONS].filter(([, now]) => now === text).map(([before]) => before);
  return [...new Set([action, text, ...former])];
}

/** The text of an action: "assigned a dray carrier". */
export const actionText = (action: string): string =>
  isCode(action) ? AUDIT_MESSAGES[action].text : (FORMER_ACTIONS.get(action) ?? action);

function detailOf<Code extends AuditCode>(code: Code, data: unknown): string | null {
  const read = AUDIT_DATA[code].safeParse(data);
  const { detail }: Message<Code> = AUDIT_MESSAGES[code];
  // biome-ignore lint/suspicious/noExplicitAny: TypeScript does not relate the schema of a code to its message
  return read.success ? (detail?.(read.data as any) ?? "") : null;
}

/** The details of an entry as text, "" for none. */
export function detailText({ action, data, detail }: Pick<AuditEntry, "action" | "data" | "detail">): string {
  if (detail !== "" || !isCode(action)) return detail;
  return detailOf(action, data) ?? "";
}
