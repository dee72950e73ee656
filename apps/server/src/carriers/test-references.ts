import { randomUUID } from 'node:crypto'

/** No reference of a message begins like this. */
const PREFIX = 'test.'

export function newTestReference(): string {
  return `${PREFIX}${randomUUID()}`
}

/** Whether a receipt belongs to a test text, which may be too old to be known. */
export function isTestReference(reference: string): boolean {
  return reference.startsWith(PREFIX)
}
