/** A relationship of a record: its target types, whether it is to-many, and whether it is always written. */
export type Relation = { to: readonly string[]; many: boolean; always: boolean };

/** A relationship to one record of these types or to none. */
export const toOne = (...to: string[]): Relation => ({ to, many: false, always: true });

export const toMany = (...to: string[]): Relation => ({ to, many: true, always: true });

/** A relationship that is written only when requested. */
export const onRequest = (relation: Relation): Relation => ({ ...relation, always: false });
