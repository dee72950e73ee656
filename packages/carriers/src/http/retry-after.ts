/** Carriers are tried again after this time at the latest, whatever they ask for. */
export const RETRY_AFTER_MAX_MS = 300_000
