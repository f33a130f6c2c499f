/** Actions as versions before the standard terms stored them: former text, present text. Stored entries never change. */
export const FORMER_ACTIONS: ReadonlyMap<string, string> = new Map([
  ["began a chase", "began a follow-up"],
  ["wrote in a chase", "added to a follow-up"],
  ["ended a chase", "closed a follow-up"],
  ["asked for a reconciliation", "requested a sync run"],
  ["asked for a refresh", "requested a refresh"],
  ["asked to track a number", "requested tracking"],
  ["changed the own password", "changed their password"],
  ["chose another password by a link", "reset a password by link"],
  ["disabled a person", "disabled a user"],
  ["gave a party a role", "assigned a party role"],
  ["gave a wrong code", "entered a wrong code"],
  ["gave a wrong e-mail or password", "failed to sign in"],
  ["gave the webhook a new secret", "rotated the webhook’s secret"],
  ["had a sample sent", "sent a test delivery"],
  ["had deliveries tried again", "retried deliveries"],
  ["invited a person again", "invited a user again"],
  ["invited a person", "invited a user"],
  ["made a calendar", "created a calendar"],
  ["made a screen", "created a wallboard"],
  ["created a screen", "created a wallboard"],
  ["made an API token", "created an API token"],
  ["made a link to another password", "created a password link"],
  ["made a share link", "created a share link"],
  ["made an embed", "created an embed"],
  ["stayed an admin", "kept the admin role"],
  ["took a person's second factor away", "removed a user’s second factor"],
  ["took a role off", "removed a party role"],
  ["took an invitation", "accepted an invitation"],
  ["took free days away", "removed free days"],
  ["took the second factor away", "removed their second factor"],
  ["took gate hours away", "removed gate hours"],
  ["shares a view no more", "stopped sharing a view"],
  ["signed a person out everywhere", "signed a user out everywhere"],
  ["changed a person", "changed a user"],
  ["enabled a person", "enabled a user"],
  ["removed a webhook of unknown secret", "removed a webhook with an unknown secret"],
  ["was refused by single sign-on", "failed single sign-on"],
]);

/** The present text of a stored action. */
export const presentAction = (stored: string): string => FORMER_ACTIONS.get(stored) ?? stored;

/** All texts under which an action is stored. */
export const storedActions = (present: string): string[] => [
  present,
  ...[...FORMER_ACTIONS].filter(([, now]) => now === present).map(([former]) => former),
];
