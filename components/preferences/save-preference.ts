import { notifyProblem } from "@/components/ui/toasts";
import type { Preferences } from "@/lib/features/preferences/rules";
import { personHere } from "./signed-in-user";

/** Shows and keeps a choice; says so in a corner where it could not be kept. */
export async function choosePreference(change: Partial<Preferences>): Promise<void> {
  const problem = await personHere.choose(change);
  if (problem !== null) await notifyProblem(problem);
}
