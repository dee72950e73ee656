/** The time that running requests and jobs have to finish when the service stops. */
export const GRACE_MS = 10_000
