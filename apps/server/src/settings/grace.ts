/** How long running requests and jobs may take to finish when the service stops. */
export const GRACE_MS = 10_000
