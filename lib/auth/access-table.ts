import type { Right } from "./access";
import type { AccessTokenKind } from "./access-tokens";

/**
 * What it takes to come in: a right; a session of whatever role (`signed_in`); an address with a token of its own; the
 * service's signature; or nothing (`anyone`), where nothing of the desk is shown.
 */
export type Access = Right | "signed_in" | "anyone" | "signature" | `token:${AccessTokenKind}`;

/** Every page, by its address as its folder writes it. A page without a row fails `access-table.test.ts`. */
export const PAGE_ACCESS: Readonly<Record<string, Access>> = {
  "/": "anyone",
  "/board": "desk",
  "/board/print": "desk",
  "/containers/[id]": "desk",
  "/find": "desk",
  "/home": "desk",
  "/invite/[token]": "token:invite",
  "/jobs": "desk",
  "/jobs/[id]": "desk",
  "/my": "boxes",
  "/my/[id]": "boxes",
  "/not-allowed": "anyone",
  "/parties": "desk",
  "/reports": "desk",
  "/reports/[report]": "desk",
  "/reports/[report]/boxes": "desk",
  "/settings": "desk",
  "/settings/audit": "administer",
  "/settings/connection": "administer",
  "/settings/custom-fields": "desk",
  "/settings/feeds": "share",
  "/settings/inbox": "desk",
  "/settings/inbox/[id]": "desk",
  "/settings/line-terms": "desk",
  "/settings/people": "administer",
  "/settings/plan": "desk",
  "/settings/reconciliation": "desk",
  "/settings/requests": "desk",
  "/settings/shared-links": "share",
  "/settings/terminal-hours": "desk",
  "/settings/webhooks": "administer",
  "/settings/you": "desk",
  "/share/[token]": "token:share",
  "/shipments": "desk",
  "/shipments/[id]": "desk",
  "/sign-in": "anyone",
  "/track": "desk",
  "/track/list": "desk",
  "/track/list/[id]": "desk",
  "/wall/[token]": "token:wall",
};

/** Every method of every route handler. A place in brackets may be given a value where it changes what it takes. */
export const ROUTE_ACCESS: Readonly<Record<string, Access>> = {
  "GET /api/auth/[...nextauth]": "anyone",
  "POST /api/auth/[...nextauth]": "anyone",
  "GET /api/audit": "administer",
  "POST /api/auth/sign-out": "anyone",
  "GET /api/board": "desk",
  "GET /api/board/facets": "desk",
  "GET /api/board/groups": "desk",
  "POST /api/board/looks": "desk",
  "GET /api/board/numbers": "desk",
  "POST /api/board/numbers": "desk",
  "GET /api/board/views": "desk",
  "GET /api/containers/[id]": "desk",
  "POST /api/documents": "dispatch",
  "GET /api/documents/[id]": "desk",
  "GET /api/export": "desk",
  "POST /api/export": "desk",
  "GET /api/find": "desk",
  "GET /api/health": "anyone",
  "GET /api/jobs": "desk",
  "POST /api/jobs": "dispatch",
  "GET /api/jobs/[id]": "desk",
  "POST /api/jobs/[id]": "dispatch",
  "POST /api/jobs/preview": "dispatch",
  "GET /api/jobs/stretch": "desk",
  "GET /api/live": "desk",
  "GET /api/my": "boxes",
  "GET /api/parties": "desk",
  "GET /api/reports/[report]": "desk",
  "GET /api/settings/[page]": "desk",
  "GET /api/settings/[page=connection]": "administer",
  "GET /api/settings/[page=webhooks]": "administer",
  "GET /api/share/[token]": "token:share",
  "GET /api/shipments": "desk",
  "GET /api/shipments/[id]": "desk",
  "GET /api/shipments/facets": "desk",
  "POST /api/track/check": "dispatch",
  "POST /api/track/lists": "dispatch",
  "GET /api/track/lists/[id]": "desk",
  "GET /api/track/lists/[id]/errors": "desk",
  "POST /api/track/number": "dispatch",
  "GET /api/v1/boxes": "token:api",
  "GET /api/v1/boxes/[id]": "token:api",
  "GET /api/v1/openapi.json": "anyone",
  "POST /api/webhooks/tracking": "signature",
  "GET /calendar/[token]": "token:calendar",
  "GET /wall/[token]/data": "token:wall",
};

/** Every server action, by its file under `app` (without extension) and its name. */
export const ACTION_ACCESS: Readonly<Record<string, Readonly<Record<string, Access>>>> = {
  "(desk)/beside/document-actions": {
    editDocumentAction: "dispatch",
    linkDocumentAction: "dispatch",
    removeDocumentAction: "dispatch",
  },
  "(desk)/beside/field-actions": {
    setFieldAction: "dispatch",
    clearFieldAction: "dispatch",
  },
  "(desk)/board/actions": {
    saveViewAction: "desk",
    changeViewAction: "desk",
    deleteViewAction: "desk",
    setDefaultViewAction: "desk",
    keepSettingsAction: "desk",
  },
  "(desk)/containers/[id]/actions": {
    assignPartyAction: "dispatch",
    removePartyAction: "dispatch",
  },
  "(desk)/containers/[id]/chase-actions": {
    logChaseAction: "dispatch",
    dropChaseAction: "dispatch",
  },
  "(desk)/containers/[id]/edit-actions": {
    refreshAction: "dispatch",
    askBesideAction: "dispatch",
    editListAction: "dispatch",
  },
  "(desk)/containers/[id]/plan-actions": {
    savePlanAction: "dispatch",
  },
  "(desk)/parties/actions": {
    createPartyAction: "dispatch",
    renamePartyAction: "dispatch",
  },
  "(desk)/settings/connection/actions": {
    checkConnectionAction: "administer",
    registerWebhookAction: "administer",
    rotateSecretAction: "administer",
    removeWebhookAction: "administer",
    removeStrayWebhookAction: "administer",
    chooseEventsAction: "administer",
  },
  "(desk)/settings/custom-fields/actions": {
    createDefinitionAction: "administer",
    editDefinitionAction: "administer",
    removeDefinitionAction: "administer",
    addOptionsAction: "administer",
    renameOptionAction: "administer",
    moveOptionAction: "administer",
    removeOptionAction: "administer",
    askDefinitionsAction: "administer",
  },
  "(desk)/settings/feeds/actions": {
    makeFeedAction: "share",
    makeApiTokenAction: "administer",
    revokeFeedAction: "share",
    revokeApiTokenAction: "administer",
  },
  "(desk)/settings/inbox/actions": {
    tryAgainAction: "administer",
    tryAllAgainAction: "administer",
  },
  "(desk)/settings/line-terms/actions": {
    setLineTermsAction: "dispatch",
    removeLineTermsAction: "dispatch",
  },
  "(desk)/settings/people/actions": {
    invitePersonAction: "administer",
    inviteAgainAction: "administer",
    changePersonAction: "administer",
    disablePersonAction: "administer",
    enablePersonAction: "administer",
    signOutEverywhereAction: "administer",
  },
  "(desk)/settings/reconciliation/actions": {
    startRoundAction: "administer",
  },
  "(desk)/settings/shared-links/actions": {
    makeShareLinkAction: "share",
    revokeShareLinkAction: "share",
  },
  "(desk)/settings/terminal-hours/actions": {
    setTerminalHoursAction: "dispatch",
  },
  "(desk)/settings/webhooks/actions": {
    createWebhookAction: "administer",
    editWebhookAction: "administer",
    pauseWebhookAction: "administer",
    deleteWebhookAction: "administer",
    readWebhooksAction: "administer",
    readAddressesAction: "administer",
  },
  "(desk)/settings/webhooks/delivery-actions": {
    readLogAction: "administer",
    listReceivedAction: "administer",
    sendTestAction: "administer",
  },
  "(desk)/settings/you/actions": {
    keepPreferencesAction: "desk",
    changePasswordAction: "desk",
  },
  "(desk)/settings/you/second-factor-actions": {
    beginSecondFactorAction: "desk",
    confirmSecondFactorAction: "desk",
    removeSecondFactorAction: "desk",
  },
  "(desk)/shipments/[id]/actions": {
    assignRoleAction: "dispatch",
    removeRoleAction: "dispatch",
    switchTrackingAction: "dispatch",
    editShipmentListAction: "dispatch",
  },
  "(desk)/track/actions": {
    trackAction: "dispatch",
    askAgainAction: "dispatch",
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
