/** Which rows of a board's list. */
export type Stretch = { offset: number; limit: number };
