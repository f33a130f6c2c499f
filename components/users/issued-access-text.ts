import type { SignedInUser } from "@/lib/features/users/rules";
import { counted } from "@/lib/platform/text/counted";

/** The issued access as text, for example "3 shared links, 1 embed and 1 invitation". Null if there is none. */
export function issuedText({
  links,
  embeds,
  feeds,
  invitations,
}: SignedInUser["issuedTokens"]): string | null {
  const parts = [
    links > 0 && counted(links, "shared link"),
    embeds > 0 && counted(embeds, "embed"),
    feeds > 0 && counted(feeds, "calendar, wallboard or token", "calendars, wallboards and tokens"),
    invitations > 0 && counted(invitations, "invitation"),
  ].filter((part) => part !== false);
  const last = parts.pop();
  if (last === undefined) return null;
  return parts.length === 0 ? last : `${parts.join(", ")} and ${last}`;
}
