import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares secrets in a time that depends on neither of them. */
export function isSameText(one: string, other: string): boolean {
  return timingSafeEqual(digestOf(one), digestOf(other))
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
