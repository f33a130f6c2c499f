/** A link, an embed, a calendar, a screen or a program's token, as a list shows it; instants are UTC text. */
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
