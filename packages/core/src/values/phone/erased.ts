/** Stands where a number was that has been erased. It is no number, so nothing is ever sent to it. */
export const ERASED = 'erased'

/** Stands where a provider said why it would not deliver, since it may have named whom. */
export const ERASED_FAILURE = 'What the provider said of it has been erased'
