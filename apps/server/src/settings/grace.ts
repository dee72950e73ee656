/** For so long requests in flight and jobs in hand may end when the service is stopped. */
export const GRACE_MS = 10_000
