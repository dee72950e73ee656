import { lazyPart } from '../state/lazy-part.js'

/**
 * The builder of a filter, with what its filter finds. It is in one file for all pages: otherwise its many inputs would be
 * loaded with pages that do not need them.
 */
export const LazyBuilder = lazyPart(async () => (await import('./builder/counted-builder.js')).CountedBuilder)
