import { notifyProblem } from "@/components/ui/toasts";
import type { Preferences } from "@/lib/features/preferences/rules";
import { currentUser } from "./signed-in-user";

/** Applies and saves a choice. Shows a notice if the save fails. */
export async function choosePreference(change: Partial<Preferences>): Promise<void> {
  const problem = await currentUser.choose(change);
  if (problem !== null) await notifyProblem(problem);
}
