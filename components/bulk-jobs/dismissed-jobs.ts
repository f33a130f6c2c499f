const NAME = "drayboard-jobs-put-away";
const MAX_STORED = 100;

/** The ended jobs that this browser no longer shows. */
export function readDismissed(): string[] {
  try {
    return (localStorage.getItem(NAME) ?? "").split(" ").filter(Boolean);
  } catch {
    return [];
  }
}

/** Stores that a job is no longer shown. Returns all of them. */
export function dismissJob(id: string): string[] {
  const dismissed = [...readDismissed(), id].slice(-MAX_STORED);
  try {
    localStorage.setItem(NAME, dismissed.join(" "));
  } catch {
    // Dismissed in this page only.
  }
  return dismissed;
}
