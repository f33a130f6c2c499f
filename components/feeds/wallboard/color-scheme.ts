/** The color scheme class of a full-screen element, so that its first paint is already dark or light. */
export const wallboardScheme = (light: boolean): string => (light ? "scheme-light" : "scheme-dark");
