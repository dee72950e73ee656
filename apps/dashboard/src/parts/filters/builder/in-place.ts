/** The options stand within the landmark of their input, not at the end of the page. */
export const IN_PLACE = { withinPortal: false } as const
