import type { Person } from "@/lib/features/users/rules";

const counted = (count: number, one: string, more: string): string[] =>
  count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count.toLocaleString("en-US")} ${more}`];

/** The issued access as text, for example "3 shared links, 1 embed and 1 invitation". Null if there is none. */
export function gaveOutWords({ links, embeds, feeds, invitations }: Person["gaveOut"]): string | null {
  const parts = [
    ...counted(links, "shared link", "shared links"),
    ...counted(embeds, "embed", "embeds"),
    ...counted(feeds, "calendar, screen or token", "calendars, screens and tokens"),
    ...counted(invitations, "invitation", "invitations"),
  ];
  const last = parts.pop();
  if (last === undefined) return null;
  return parts.length === 0 ? last : `${parts.join(", ")} and ${last}`;
}
