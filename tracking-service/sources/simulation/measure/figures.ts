import type { MeasuredAccount } from "./account";
import type { Figure } from "./figure";
import { notificationFigures } from "./notifications";
import { terminalDataFigures } from "./terminal-data";

/** Everything that is measured on a generated account, with targets. */
export function accountFigures(account: MeasuredAccount): Figure[] {
  return [...notificationFigures(account), ...terminalDataFigures(account)];
}
