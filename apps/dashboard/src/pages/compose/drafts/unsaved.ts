import type { Composition } from '../composition.js'
import { compositionOf, contentOf, DRAFT_NUMBERS_MAX, isBlank } from './draft-content.js'

/** Whose composition it is, in which account, and of which draft if it has one already. */
export type Place = { readonly user: string; readonly account: string; readonly draft: string | undefined }

/** `etag`: the state of the draft that the composition was made from. Null without a draft. */
export type Unsaved = { readonly composition: Composition; readonly etag: string | null }

/** Whether the service lacks something of it. `saved`: the content that the service has, as JSON. */
export function isUnsaved(composition: Composition, saved: string | undefined): boolean {
  if (isBlank(composition)) return false
  return composition.numbers.length > DRAFT_NUMBERS_MAX || JSON.stringify(contentOf(composition)) !== saved
}

/** Keeps a composition in this tab, because the session has ended and the service no longer takes it. */
export function keepUnsaved(place: Place, { composition, etag }: Unsaved, storage: Storage = sessionStorage): void {
  const { body, numbers, ...form } = composition
  try {
    storage.setItem(keyOf(place), JSON.stringify({ body, numbers, form, etag }))
  } catch {
    // The browser has no room, or keeps nothing for this site: then the last words are lost, as before.
  }
}

/** What was kept at the place; null if there is nothing. */
export function unsavedAt(
  place: Place,
  given: { readonly timezone: string; readonly idempotencyKey: string },
  storage: Storage = sessionStorage,
): Unsaved | null {
  try {
    const text = storage.getItem(keyOf(place))
    if (text === null) return null
    const { etag, ...content } = JSON.parse(text)
    return { composition: compositionOf(content, given), etag }
  } catch {
    return null
  }
}

export function forgetUnsaved(place: Place, storage: Storage = sessionStorage): void {
  try {
    storage.removeItem(keyOf(place))
  } catch {
    // Where nothing can be kept, there is nothing to forget.
  }
}

function keyOf({ user, account, draft = 'new' }: Place): string {
  return `carillon-unsaved ${user} ${account} ${draft}`
}
