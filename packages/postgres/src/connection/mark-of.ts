import { createHash } from 'node:crypto'

/** Stands for a text where a name has no room for it: always the same, and another for any other text. */
export function markOf(text: string, length: number): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, length)
}
