import { invalidInput } from '../../values/errors.js'
import { isId, type AccountId, type ConversationId, type NoteId, type UserId } from '../../values/ids.js'
import { codePointsOf, isStorable } from '../../values/text/text.js'

/** What a user of the dashboard writes about a conversation for colleagues. The person never sees it. */
export type Note = {
  readonly id: NoteId
  readonly account: AccountId
  readonly conversation: ConversationId
  readonly author: UserId
  readonly body: string
  readonly createdAt: Date
}

/** With the name of its author. */
export type ListedNote = Note & { readonly authorName: string }

const BODY_LENGTH_MAX = 2_000

/** More is not a note but a file; and one request can read all notes of a conversation. */
export const NOTES_MAX = 200

/** Returns the text without white space around it. */
export function parseNoteBody(text: string): string {
  const body = text.trim()
  if (body !== '' && codePointsOf(body) <= BODY_LENGTH_MAX && isStorable(body)) return body
  throw invalidInput('body', `must have 1 to ${BODY_LENGTH_MAX} characters`)
}

export function isNoteId(text: string): text is NoteId {
  return isId('nte', text)
}
