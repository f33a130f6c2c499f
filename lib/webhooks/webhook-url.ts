import { isLoopbackHost } from "@/lib/config";

const LONGEST = 2_000;

/** What is wrong with a webhook's address, in words; null when the service can be told of it. */
export function webhookUrlProblem(text: string): string | null {
  if (text === "") return "Give the address deliveries go to.";
  if (text.length > LONGEST) return `An address may have at most ${LONGEST} characters.`;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    return "Give a whole address, such as https://example.com/hook.";
  if (url.protocol === "http:" && !isLoopbackHost(url.hostname))
    return "The service delivers to https alone; http is for this machine.";
  if (url.username !== "" || url.password !== "") return "The address may not carry a name or password.";
  return null;
}
