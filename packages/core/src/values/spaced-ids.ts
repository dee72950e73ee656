import { ID_DIGITS } from './create-ids.js'
import type { Id, Prefix } from './ids.js'

/** Ids from the first one to before the last one, at equal distances. They need not exist. */
export function spacedIds<P extends Prefix>(first: Id<P>, last: Id<P>, count: number): readonly Id<P>[] {
  const start = first.indexOf('_') + 1
  const [from, to] = [numberOf(first.slice(start)), numberOf(last.slice(start))]
  return Array.from({ length: count }, (_, place) => {
    const digits = digitsOf(from + ((to - from) * BigInt(place)) / BigInt(count), first.length - start)
    return `${first.slice(0, start)}${digits}` as Id<P>
  })
}

function numberOf(digits: string): bigint {
  let value = 0n
  for (const digit of digits) value = value * 32n + BigInt(ID_DIGITS.indexOf(digit))
  return value
}

function digitsOf(value: bigint, length: number): string {
  const digits = [...value.toString(32)].map((digit) => ID_DIGITS[parseInt(digit, 32)])
  return digits.join('').padStart(length, ID_DIGITS[0])
}
