import { lazyPart } from '../../state/lazy-part.js'

const HEIGHT = 80

/** Chooses a template. Most texts are written. */
export const LazyTemplateField = lazyPart(async () => (await import('./template-field.js')).TemplateField, HEIGHT)
