import type { Id, Prefix } from './ids.js'

/** Crockford's alphabet, in lower case: its order is the order of the character codes. */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'
const TIME_DIGITS = 10
const RANDOM_DIGITS = 16

/**
 * Ids that sort by time and never repeat: ten digits of milliseconds, then sixteen of randomness (80 bits),
 * counted up within a millisecond and when the clock stands still or goes back.
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
      for (const digit of tail) id += DIGITS[digit]
      return id as Id<P>
    },
  }
}

type TimeAndChance = {
  readonly nowMs: () => number
  readonly randomBytes: (length: number) => Uint8Array
}

/** False when all digits overflow: then the next millisecond is borrowed. */
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

/** A number in the digits of ids, the highest first. */
export function idDigitsOf(value: number, length: number): string {
  let text = ''
  for (let rest = value, i = 0; i < length; i++, rest = Math.floor(rest / 32)) text = DIGITS[rest % 32] + text
  return text
}

export function fromIdDigits(digits: string): number {
  let value = 0
  for (const digit of digits) value = value * 32 + DIGITS.indexOf(digit)
  return value
}
