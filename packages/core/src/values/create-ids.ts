import type { Id, Prefix } from './ids.js'

/** Crockford's alphabet in lower case, sorted by character code, so that ids sort as text. */
export const ID_DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'
const TIME_DIGITS = 10
const RANDOM_DIGITS = 16

/**
 * Creates ids that sort by time and never repeat: ten digits of milliseconds, then sixteen random digits (80 bits). The
 * random digits are incremented within a millisecond, and while the clock is behind the last id.
 */
export function createIds({ nowMs, randomBytes }: TimeAndChance) {
  let lastMs = -1
  let time = ''
  let tail: number[] = []

  function advance() {
    const now = nowMs()
    if (now <= lastMs && countUp(tail)) return
    lastMs = Math.max(now, lastMs + 1)
    time = idDigitsOf(lastMs, TIME_DIGITS)
    tail = Array.from(randomBytes(RANDOM_DIGITS), (byte) => byte & 31)
  }

  return {
    next<P extends Prefix>(prefix: P): Id<P> {
      advance()
      let id = `${prefix}_${time}`
      for (const digit of tail) id += ID_DIGITS[digit]
      return id as Id<P>
    },
  }
}

type TimeAndChance = {
  readonly nowMs: () => number
  readonly randomBytes: (length: number) => Uint8Array
}

/** Returns false if all digits overflow: the caller then uses the next millisecond. */
function countUp(digits: number[]): boolean {
  for (let i = digits.length - 1; i >= 0; i--) {
    if (digits[i]! < 31) {
      digits[i]!++
      return true
    }
    digits[i] = 0
  }
  return false
}

/** Formats a number in the digits of ids, most significant first. */
export function idDigitsOf(value: number, length: number): string {
  let text = ''
  for (let rest = value, i = 0; i < length; i++, rest = Math.floor(rest / 32)) text = ID_DIGITS[rest % 32] + text
  return text
}

export function fromIdDigits(digits: string): number {
  let value = 0
  for (const digit of digits) value = value * 32 + ID_DIGITS.indexOf(digit)
  return value
}
