/** The page of a work order for its carrier, as a path. */
export const orderHref = (token: string): string => `/order/${encodeURIComponent(token)}`;

/** The routes of the carrier's page. */
export const orderApi = (token: string): string => `/api/order/${encodeURIComponent(token)}`;

/** The PDF of a work order for users of the dashboard. */
export const orderPdfHref = (id: string): string => `/api/work-orders/${encodeURIComponent(id)}/pdf`;
