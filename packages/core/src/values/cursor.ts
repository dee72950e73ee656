import { invalidInput, type DomainError } from './errors.js'

/** The cursor of a list that is sorted by an instant and then by an id: the place of the last entry that was listed. */
export function joinedCursor(at: Date, id: string): string {
  return `${at.toISOString()} ${id}`
}

/** The place in such a list. Throws unless the text can be its cursor, with an id of the right kind. */
export function placeIn<Id extends string>(
  cursor: string,
  isOfKind: (id: string) => id is Id,
): { readonly at: Date; readonly id: Id } {
  const { at, id } = splitCursor(cursor)
  if (!isOfKind(id)) throw invalidCursor()
  return { at, id }
}

/** Throws unless the text can be a cursor of such a list. The caller checks the id. */
export function splitCursor(cursor: string): { readonly at: Date; readonly id: string } {
  const [at = '', id = ''] = cursor.split(' ')
  const instant = new Date(at)
  if (Number.isNaN(instant.getTime()) || instant.toISOString() !== at) throw invalidCursor()
  return { at: instant, id }
}

export function invalidCursor(): DomainError {
  return invalidInput('cursor', 'must be the nextCursor of an earlier response to the same request')
}
