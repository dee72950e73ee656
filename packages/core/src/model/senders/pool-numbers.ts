import type { PhoneNumber } from '../../values/phone/phone-number.js'
import type { NumbersByPhone, PoolLoads } from './pool-store.js'
import type { Sender } from './sender.js'

/** A number of a pool, as the account's sender is now. */
export type PoolNumber = Pick<Sender, 'number' | 'messagesPerSecond'> & { readonly isActive: boolean }

/**
 * The numbers of a pool, in its order. A number that the account does not have any more is inactive. With `hasMedia`, so
 * is a number that cannot send MMS.
 */
export function poolNumbersOf(
  numbers: readonly string[],
  senders: readonly Sender[],
  { hasMedia = false }: { readonly hasMedia?: boolean } = {},
): readonly PoolNumber[] {
  const byNumber = new Map(senders.map((sender) => [sender.number, sender]))
  return numbers.map((number) => {
    const sender = byNumber.get(number)
    const isActive = sender?.status === 'active' && (sender.mms || !hasMedia)
    return { number, isActive, messagesPerSecond: sender?.messagesPerSecond ?? null }
  })
}

/** The people who must be given a number: those without one, and those whose number is not used any more. */
export function withoutNumber(
  phones: readonly PhoneNumber[],
  known: NumbersByPhone,
  numbers: readonly PoolNumber[],
): readonly PhoneNumber[] {
  const kept = keptOf(numbers)
  return phones.filter((phone) => {
    const number = known.get(phone)
    return number === undefined || !kept.has(number)
  })
}

/**
 * Chooses numbers for people who have none, or whose number is not used any more. Each person gets the number with the
 * smallest load among those of the person's area code, or among all if the pool has none of that area code. The choices for
 * earlier people count. A load is the number of people, divided by the rate if all of these numbers have one. If no number of
 * the pool is active, all numbers are candidates. People who keep their number are left out. The number that a person leaves is
 * never a candidate, so its load does not matter.
 */
export function numbersFor(
  phones: readonly PhoneNumber[],
  { known, numbers, loads }: Assignable,
): ReadonlyMap<PhoneNumber, string> {
  const people = new Map(loads)
  const given = new Map<PhoneNumber, string>()
  const candidates = candidatesByArea(numbers)
  for (const phone of withoutNumber(phones, known, numbers)) {
    if (given.has(phone)) continue
    const number = leastLoaded(candidates(areaCodeOf(phone)), people)
    people.set(number, (people.get(number) ?? 0) + 1)
    given.set(phone, number)
  }
  return given
}

/** The sum of the rates of the active numbers of a pool; null if one of them has no rate, or none is active. */
export function rateOfPool(numbers: readonly PoolNumber[]): number | null {
  const active = numbers.filter(({ isActive }) => isActive)
  if (active.length === 0 || active.some(({ messagesPerSecond }) => messagesPerSecond === null)) return null
  return active.reduce((sum, { messagesPerSecond }) => sum + messagesPerSecond!, 0)
}

type Assignable = {
  readonly known: NumbersByPhone
  readonly numbers: readonly PoolNumber[]
  readonly loads: PoolLoads
}

function keptOf(numbers: readonly PoolNumber[]): ReadonlySet<string> {
  return new Set(usedOf(numbers).map(({ number }) => number))
}

/** The numbers that people are texted from: the active ones, or all if none is active. */
export function usedOf(numbers: readonly PoolNumber[]): readonly PoolNumber[] {
  const active = numbers.filter(({ isActive }) => isActive)
  return active.length > 0 ? active : numbers
}

type Candidates = { readonly numbers: readonly PoolNumber[]; readonly areRated: boolean }

/** A function that finds the numbers for a person by its area code. */
function candidatesByArea(numbers: readonly PoolNumber[]): (areaCode: string | null) => Candidates {
  const all = candidatesOf(usedOf(numbers))
  const byArea = new Map<string, Candidates>()
  return (areaCode) => {
    if (areaCode === null) return all
    const before = byArea.get(areaCode)
    if (before !== undefined) return before
    const local = all.numbers.filter(({ number }) => areaCodeOf(number) === areaCode)
    const found = local.length > 0 ? candidatesOf(local) : all
    byArea.set(areaCode, found)
    return found
  }
}

function candidatesOf(numbers: readonly PoolNumber[]): Candidates {
  return { numbers, areRated: numbers.every(({ messagesPerSecond }) => messagesPerSecond !== null) }
}

/** The first one of those with the smallest load. */
function leastLoaded({ numbers, areRated }: Candidates, people: PoolLoads): string {
  let [least, leastLoad] = [numbers[0]!, Infinity]
  for (const one of numbers) {
    const load = (people.get(one.number) ?? 0) / (areRated ? one.messagesPerSecond! : 1)
    if (load < leastLoad) [least, leastLoad] = [one, load]
  }
  return least.number
}

/** The area code of a North American number; null for all others, and for short codes. */
export function areaCodeOf(number: string): string | null {
  return NORTH_AMERICAN.exec(number)?.[1] ?? null
}

const NORTH_AMERICAN = /^\+1(\d{3})\d{7}$/
