"use client";

import { useEffect } from "react";
import { liveFeed } from "./feed";

/** Connects the tab to the live feed of the signed-in user. `userId` is empty while the server cannot tell. */
export function LiveFeedStart({ userId }: { userId: string }) {
  useEffect(() => liveFeed.connectAs(userId), [userId]);
  return null;
}
