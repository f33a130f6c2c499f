// The build replaces these variables in the browser's script by their names, so they are read here by name.

/** The hash of the source of this build, "" for one that was made by hand. */
export const buildSource = (): string => process.env.DRAYBOARD_SOURCE ?? "";

/** Whether this is the development server, or a page of it. */
export const isDevelopment = (): boolean => process.env.NODE_ENV === "development";
