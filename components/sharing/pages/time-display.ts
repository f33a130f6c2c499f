/**
 * The time format: the current time (epoch ms) and the locale. It is the installation's, or in an embed any other that
 * the address of the embed names.
 */
export type TimeDisplay = { now: number; locale: string };
