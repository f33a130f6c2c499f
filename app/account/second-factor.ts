import { beginSecondFactorAction, confirmSecondFactorAction, removeSecondFactorAction } from "./actions";

/** What one does with one's own second factor, for the card that offers it. */
export const SECOND_FACTOR_ACTIONS = {
  begin: beginSecondFactorAction,
  confirm: confirmSecondFactorAction,
  remove: removeSecondFactorAction,
};
