/** The class of what fills a screen, so that it is dark, or light, as it is first painted. */
export const wallScheme = (light: boolean): string => (light ? "scheme-light" : "scheme-dark");
