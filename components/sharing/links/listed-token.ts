/** A link, embed, calendar, wallboard or API token in a list. Instants are UTC text. */
export type ListedToken = {
  id: string;
  label: string;
  madeBy: string;
  createdAt: string;
  expiresAt: string | null;
  state: "open" | "expired" | "revoked";
  views: number;
  lastSeenAt: string | null;
};
