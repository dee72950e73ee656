import { lazyPart } from '../state/lazy-part.js'

/** Chooses an audience: a saved segment, or a filter of its own. Most texts go to groups. */
export const FilterField = lazyPart(async () => (await import('./choice-field.js')).ChoiceField)
