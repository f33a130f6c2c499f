import { notifyProblem } from "@/components/ui/notices";
import type { Preferences } from "@/lib/dispatch/preferences";
import { personHere } from "./person";

/** Shows and keeps a choice; says so in a corner where it could not be kept. */
export async function choosePreference(change: Partial<Preferences>): Promise<void> {
  const problem = await personHere.choose(change);
  if (problem !== null) await notifyProblem(problem);
}
