import type { AccessTokenKind } from "@/lib/auth/tokens/access-tokens";
import type { Right } from "./roles";

/**
 * The access a page, route or action requires: a right; a session of any role (`signed_in`); an address with its own
 * token; the service's signature; or nothing (`anyone`), where no dashboard data is shown.
 */
export type Access = Right | "signed_in" | "anyone" | "signature" | `token:${AccessTokenKind}`;

/** Every page, by its address in the notation of its folder. A page without a row fails `access-matrix.test.ts`. */
export const PAGE_ACCESS: Readonly<Record<string, Access>> = {
  "/": "anyone",
  "/board": "dashboard",
  "/board/print": "dashboard",
  "/containers/[id]": "dashboard",
  "/embed/[token]": "token:embed",
  "/find": "dashboard",
  "/home": "dashboard",
  "/invite/[token]": "token:invite",
  "/jobs": "dashboard",
  "/jobs/[id]": "dashboard",
  "/my": "containers",
  "/my/account": "containers",
  "/my/[id]": "containers",
  "/not-allowed": "anyone",
  "/parties": "dashboard",
  "/reports": "dashboard",
  "/reports/[report]": "dashboard",
  "/reports/[report]/containers": "dashboard",
  "/settings": "dashboard",
  "/settings/audit": "administer",
  "/settings/connection": "administer",
  "/settings/custom-fields": "dashboard",
  "/settings/embeds": "share",
  "/settings/feeds": "share",
  "/settings/inbox": "dashboard",
  "/settings/inbox/[id]": "dashboard",
  "/settings/line-terms": "dashboard",
  "/settings/people": "administer",
  "/settings/plan": "dashboard",
  "/settings/reconciliation": "dashboard",
  "/settings/requests": "dashboard",
  "/settings/shared-links": "share",
  "/settings/terminal-hours": "dashboard",
  "/settings/webhooks": "administer",
  "/settings/you": "dashboard",
  "/share/[token]": "token:share",
  "/shipments": "dashboard",
  "/shipments/[id]": "dashboard",
  "/sign-in": "anyone",
  "/track": "dashboard",
  "/track/list": "dashboard",
  "/track/list/[id]": "dashboard",
  "/wall/[token]": "token:wall",
};

/**
 * Every method of every route handler. A parameter in brackets may have a value where the value changes the required
 * access.
 */
export const ROUTE_ACCESS: Readonly<Record<string, Access>> = {
  "GET /api/auth/[...nextauth]": "anyone",
  "POST /api/auth/[...nextauth]": "anyone",
  "GET /api/audit": "administer",
  "POST /api/auth/sign-out": "anyone",
  "GET /api/board": "dashboard",
  "GET /api/board/facets": "dashboard",
  "GET /api/board/groups": "dashboard",
  "POST /api/board/looks": "dashboard",
  "GET /api/board/numbers": "dashboard",
  "POST /api/board/numbers": "dashboard",
  "POST /api/board/settings": "dashboard",
  "GET /api/board/views": "dashboard",
  "GET /api/containers/[id]": "dashboard",
  "POST /api/documents": "dispatch",
  "GET /api/documents/[id]": "dashboard",
  "GET /api/driver-photos/[id]": "dashboard",
  "GET /api/embed/[token]": "token:embed",
  "GET /api/export": "dashboard",
  "POST /api/export": "dashboard",
  "GET /api/find": "dashboard",
  "GET /api/health": "anyone",
  "GET /api/health/live": "anyone",
  "GET /api/health/ready": "anyone",
  "GET /api/jobs": "dashboard",
  "POST /api/jobs": "dispatch",
  "GET /api/jobs/[id]": "dashboard",
  "POST /api/jobs/[id]": "dispatch",
  "POST /api/jobs/preview": "dispatch",
  "GET /api/jobs/range": "dashboard",
  "GET /api/live": "dashboard",
  "GET /api/my": "containers",
  "GET /api/parties": "dashboard",
  "GET /api/reports/[report]": "dashboard",
  "GET /api/settings/[page]": "dashboard",
  "GET /api/settings/[page=connection]": "administer",
  "GET /api/settings/[page=webhooks]": "administer",
  "GET /api/share/[token]": "token:share",
  "POST /api/share/[token]/photos": "token:share",
  "POST /api/share/[token]/reports": "token:share",
  "POST /api/share/[token]/reports/undo": "token:share",
  "GET /api/shipments": "dashboard",
  "GET /api/shipments/[id]": "dashboard",
  "GET /api/shipments/facets": "dashboard",
  "POST /api/track/check": "dispatch",
  "POST /api/track/lists": "dispatch",
  "GET /api/track/lists/[id]": "dashboard",
  "GET /api/track/lists/[id]/errors": "dashboard",
  "POST /api/track/number": "dispatch",
  "GET /api/v1/containers": "token:api",
  "GET /api/v1/containers/[id]": "token:api",
  "GET /api/v1/openapi.json": "anyone",
  "POST /api/webhooks/tracking": "signature",
  "GET /calendar/[token]": "token:calendar",
  "GET /wall/[token]/data": "token:wall",
};

/** Every server action, by its file under `app` (without extension) and its name. */
export const ACTION_ACCESS: Readonly<Record<string, Readonly<Record<string, Access>>>> = {
  "(dashboard)/_record-cards/document-actions": {
    editDocumentAction: "dispatch",
    linkDocumentAction: "dispatch",
    removeDocumentAction: "dispatch",
  },
  "(dashboard)/_record-cards/field-actions": {
    setFieldAction: "dispatch",
    clearFieldAction: "dispatch",
  },
  "(dashboard)/board/actions": {
    saveViewAction: "dashboard",
    changeViewAction: "dashboard",
    deleteViewAction: "dashboard",
    setDefaultViewAction: "dashboard",
  },
  "(dashboard)/containers/[id]/actions": {
    assignPartyAction: "dispatch",
    removePartyAction: "dispatch",
  },
  "(dashboard)/containers/[id]/driver-photo-actions": {
    sendPhotoAction: "dispatch",
  },
  "(dashboard)/containers/[id]/follow-up-actions": {
    logFollowUpAction: "dispatch",
    dropFollowUpAction: "dispatch",
  },
  "(dashboard)/containers/[id]/edit-actions": {
    refreshAction: "dispatch",
    requestRelatedAction: "dispatch",
    editListAction: "dispatch",
  },
  "(dashboard)/containers/[id]/plan-actions": {
    savePlanAction: "dispatch",
  },
  "(dashboard)/parties/actions": {
    createPartyAction: "dispatch",
    renamePartyAction: "dispatch",
  },
  "(dashboard)/settings/connection/actions": {
    checkConnectionAction: "administer",
    registerWebhookAction: "administer",
    rotateSecretAction: "administer",
    removeWebhookAction: "administer",
    removeStrayWebhookAction: "administer",
    chooseEventsAction: "administer",
    removeSamplesAction: "administer",
  },
  "(dashboard)/settings/custom-fields/actions": {
    createDefinitionAction: "administer",
    editDefinitionAction: "administer",
    removeDefinitionAction: "administer",
    addOptionsAction: "administer",
    renameOptionAction: "administer",
    moveOptionAction: "administer",
    removeOptionAction: "administer",
    fetchDefinitionsAction: "administer",
  },
  "(dashboard)/settings/feeds/actions": {
    makeFeedAction: "share",
    makeApiTokenAction: "administer",
    revokeFeedAction: "share",
    revokeApiTokenAction: "administer",
  },
  "(dashboard)/settings/embeds/actions": {
    makeEmbedAction: "share",
    revokeEmbedAction: "share",
  },
  "(dashboard)/settings/inbox/actions": {
    tryAgainAction: "administer",
    tryAllAgainAction: "administer",
  },
  "(dashboard)/settings/line-terms/actions": {
    setPerDiemTermsAction: "dispatch",
    removePerDiemTermsAction: "dispatch",
  },
  "(dashboard)/settings/people/actions": {
    inviteUserAction: "administer",
    inviteAgainAction: "administer",
    changeUserAction: "administer",
    disableUserAction: "administer",
    enableUserAction: "administer",
    signOutEverywhereAction: "administer",
    makeResetLinkAction: "administer",
    removeLostFactorAction: "administer",
    revokeGivenOutAction: "administer",
    confirmSsoLinkAction: "administer",
    dismissSsoLinkAction: "administer",
  },
  "(dashboard)/settings/reconciliation/actions": {
    startSyncRunAction: "administer",
  },
  "(dashboard)/settings/shared-links/actions": {
    makeShareLinkAction: "share",
    revokeShareLinkAction: "share",
  },
  "(dashboard)/settings/terminal-hours/actions": {
    setTerminalHoursAction: "dispatch",
  },
  "(dashboard)/settings/webhooks/actions": {
    createWebhookAction: "administer",
    editWebhookAction: "administer",
    pauseWebhookAction: "administer",
    deleteWebhookAction: "administer",
    readWebhooksAction: "administer",
    readAddressesAction: "administer",
  },
  "(dashboard)/settings/webhooks/delivery-actions": {
    readLogAction: "administer",
    listReceivedAction: "administer",
    sendTestAction: "administer",
  },
  "(dashboard)/settings/you/actions": {
    keepPreferencesAction: "dashboard",
  },
  "(dashboard)/shipments/[id]/actions": {
    assignRoleAction: "dispatch",
    removeRoleAction: "dispatch",
    switchTrackingAction: "dispatch",
    editShipmentListAction: "dispatch",
  },
  "(dashboard)/track/actions": {
    trackAction: "dispatch",
    requestAgainAction: "dispatch",
  },
  "account/actions": {
    changePasswordAction: "signed_in",
    beginSecondFactorAction: "signed_in",
    confirmSecondFactorAction: "signed_in",
    removeSecondFactorAction: "signed_in",
  },
  "invite/[token]/actions": {
    takeInvitationAction: "token:invite",
  },
  "share/[token]/actions": {
    enterPasscodeAction: "anyone",
  },
  "sign-in/actions": {
    signIn: "anyone",
  },
};
