import fc from 'fast-check'
import metadata from 'libphonenumber-js/max/metadata'
import { randomNumbers } from '../../shared/random-numbers.js'

/**
 * An endless sequence of texts that a check of phone numbers is likely to get wrong, deterministic for a seed. They
 * cluster around every calling code: numbers that fit each country's patterns, with national prefix, carrier codes and
 * other prefixes after the calling code, cut, stretched and mistyped.
 */
export function* fuzzPhoneNumbers(seed) {
  const random = randomNumbers(seed)
  const below = (limit) => Math.floor(random() * limit)
  const pick = (list) => list[below(list.length)]
  const digits = (count) => Array.from({ length: count }, () => below(10)).join('')
  const plans = samplePlans(seed)

  const shapes = [
    ({ code }) => code + digits(1 + below(17)),
    ({ code, numbers }) => code + pick(numbers),
    ({ code, numbers, prefixes }) => code + pick(prefixes) + pick(numbers),
    ({ code, numbers, prefixes }) => code + pick(prefixes) + pick(numbers).slice(below(4)),
    ({ code, prefixes, lengths }) => {
      const prefix = pick(prefixes)
      return code + prefix + digits(Math.max(0, pick(lengths) + below(3) - 1 - below(2) * prefix.length))
    },
    ({ code, numbers }) => code + pick(numbers).slice(0, -1 - below(3)),
    ({ code, numbers }) => code + pick(numbers) + digits(1 + below(3)),
    ({ code, numbers }) => mistyped(code + pick(numbers)),
    ({ code }) => code + code + digits(4 + below(9)),
    () => digits(1 + below(17)),
  ]

  function mistyped(number) {
    const at = below(number.length)
    return number.slice(0, at) + digits(below(3)) + number.slice(at + below(2))
  }

  const garble = (text) => {
    const at = below(text.length + 1)
    return text.slice(0, at) + pick(NOISE) + text.slice(at + below(2))
  }

  while (true) {
    const text = `+${pick(shapes)(pick(plans))}`
    yield random() < 0.03 ? garble(text) : text
  }
}

const NOISE = ['', '+', ' ', '-', '0', 'x5', ';ext=5', '\n', '(', '/', '٣', '３', '\u{1D7D9}', 'a', '\0', '#', '.']

/** For each country, and each calling code without a country: numbers and prefixes that match its metadata patterns. */
function samplePlans(seed) {
  return [...Object.values(metadata.countries), ...Object.values(metadata.nonGeographic)].map((row) => {
    const [code, , pattern, lengths, , prefix, , prefixForParsing, , , leading, types] = row
    const patterns = [pattern, ...(types || []).filter(Boolean).map(([typePattern]) => typePattern)]
    const sample = (source) =>
      fc.sample(fc.stringMatching(new RegExp(`^(?:${source.replaceAll('$', '')})$`)), { numRuns: 100, seed })
    return {
      code,
      lengths,
      numbers: patterns.filter(Boolean).flatMap(sample),
      prefixes: [...COMMON_PREFIXES, ...[prefix, prefixForParsing, leading].filter(Boolean).flatMap(sample)],
    }
  })
}

const COMMON_PREFIXES = ['', '0', '00', '1', '8', '9', '06', '15', '0549', '80', '000', '90']
