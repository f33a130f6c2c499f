import { beginSecondFactorAction, confirmSecondFactorAction, removeSecondFactorAction } from "./actions";

/** The second factor actions for the second factor card. */
export const SECOND_FACTOR_ACTIONS = {
  begin: beginSecondFactorAction,
  confirm: confirmSecondFactorAction,
  remove: removeSecondFactorAction,
};
