import type { MeasuredAccount } from "./account";
import { attributeFigures } from "./attributes";
import type { Figure } from "./figure";
import { gateFigures } from "./gates";
import { notificationFigures } from "./notifications";
import { railFigures } from "./rail";
import { shipFigures } from "./ships";
import { terminalDataFigures } from "./terminal-data";

/** Everything that is measured on a generated account, with targets. */
export function accountFigures(account: MeasuredAccount): Figure[] {
  return [
    ...notificationFigures(account),
    ...shipFigures(account),
    ...railFigures(account),
    ...gateFigures(account),
    ...attributeFigures(account),
    ...terminalDataFigures(account),
  ];
}
