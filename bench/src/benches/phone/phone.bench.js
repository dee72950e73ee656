import { isPhoneNumber } from '@carillon/core'
import { getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js'
import examples from 'libphonenumber-js/mobile/examples'
import { fuzzPhoneNumbers } from './fuzz-phone-numbers.js'
import { randomNumbers } from '../../shared/random-numbers.js'

const NUMBERS = 50_000
const FUZZED = 3_000_000
const DISAGREEMENTS_SHOWN_MAX = 20

/** Checks the numbers of a submitted broadcast, which are all checked before the broadcast is accepted. */
export const bench = {
  title: 'E.164 check of 50,000 numbers',
  unit: 'ms',
  rounds: 11,
  setup: ({ seed }) => broadcastNumbers(seed),
  ours: (numbers) => count(numbers, isPhoneNumber),
  peers: { 'libphonenumber-js': (numbers) => count(numbers, isOwnE164) },
  limit: { name: 'a bare regular expression', contestant: (numbers) => count(numbers, (text) => E164_FORM.test(text)) },
  goals: [
    {
      text: 'at least 50 times as fast as libphonenumber-js',
      ratio: ({ ours, peers }) => peers['libphonenumber-js'] / ours,
      atLeast: 50,
    },
  ],
  check: (_, { seed, progress }) => checkAgainstLibrary(seed, progress),
}

const E164_FORM = /^\+[1-9]\d{1,14}$/

/** Our rule, implemented with the library. Checks the length too, because the library allows longer numbers. */
function isOwnE164(text) {
  const read = parsePhoneNumberFromString(text)
  return read !== undefined && read.number === text && read.isPossible() && text.length <= '+'.length + 15
}

/** Half of the numbers are North American, the others are from all countries; one in a hundred is a digit too short. */
function broadcastNumbers(seed) {
  const random = randomNumbers(seed)
  const digits = (count) => String(Math.floor(random() * 10 ** count)).padStart(count, '0')
  const abroad = Object.entries(examples).map(
    ([country, number]) => `+${getCountryCallingCode(/** @type {any} */ (country))}${number}`,
  )
  const numberAbroad = () => abroad[Math.floor(random() * abroad.length)].slice(0, -4) + digits(4)
  return Array.from({ length: NUMBERS }, (_, index) => {
    const number = index % 2 === 0 ? `+1${2 + Math.floor(random() * 8)}${digits(9)}` : numberAbroad()
    return index % 100 === 0 ? number.slice(0, -1) : number
  })
}

/** The loop that every contestant runs. It returns a count, so that the engine cannot optimize the work away. */
function count(numbers, isGood) {
  let good = 0
  for (const text of numbers) if (isGood(text)) good++
  return good
}

function checkAgainstLibrary(seed, progress) {
  const disagreements = []
  let checked = 0
  let accepted = 0
  for (const text of fuzzPhoneNumbers(seed)) {
    const expected = isOwnE164(text)
    if (isPhoneNumber(text) !== expected) disagreements.push(text)
    if (expected) accepted++
    progress(++checked, FUZZED)
    if (checked === FUZZED || disagreements.length === DISAGREEMENTS_SHOWN_MAX) break
  }
  const summary = `${disagreements.length} disagreements in ${grouped(checked)} fuzzed numbers, seed ${seed}; ${grouped(accepted)} of them are accepted`
  if (disagreements.length > 0)
    throw new Error(`${summary}: ${disagreements.map((text) => JSON.stringify(text)).join(' ')}`)
  return summary
}

const grouped = (number) => number.toLocaleString('en')
