import { describe, expect, test } from '@jest/globals'
import { compilePattern, patternFaultOf } from './pattern.js'

/** Much more than it takes, and much less than backtracking would. */
const LONG_MS = 2_000

describe('a regular expression of an operator', () => {
  test.each(['(a+)+$', '(a|aa)+$', '^(a|a?)+$', '(.*)*=(.*)*=$', '^(([a-z])+.)+[A-Z]([a-z])+$', '[ab]*a[ab]{40}c'])(
    'does no harm: %s',
    (source) => {
      expect(patternFaultOf(source)).toBeNull()
      const started = performance.now()
      expect(compilePattern(source).find(`${'ab'.repeat(10_000)}${'a'.repeat(40_000)}!`)).toBeNull()
      expect(performance.now() - started).toBeLessThan(LONG_MS)
    },
  )

  test('does not block the process for long, however many states it has', () => {
    const heaviest = [900, 400, 240, 160, 120, 80, 40].map((count) => `(?:x?){${count}}[yz]$`)
    const source = heaviest.find((one) => patternFaultOf(one) === null)!
    const { find } = compilePattern(source)
    const text = 'x'.repeat(65_536)
    find(text)
    const before = process.cpuUsage()
    expect(find(text)).toBeNull()
    const { user, system } = process.cpuUsage(before)
    // Several times of what it takes, for a slow machine. The time on the clock would include what other processes take.
    expect((user + system) / 1_000).toBeLessThan(500)
  })

  test.each([
    ['a(?=b)', 'without look-arounds'],
    ['(?<!a)b', 'without look-arounds'],
    ['(a)\\1', 'without look-arounds and back-references'],
    ['(', 'missing closing )'],
    ['(a{1000}){1000}', 'invalid repeat count'],
    ['(?:a{100}b{100}c{100}d{100}e{100}){5}', 'fewer repetitions'],
    ['', '1 to 500 characters'],
    ['a'.repeat(501), '1 to 500 characters'],
  ])('that is refused has a clear reason: %s', (source, reason) => {
    expect(patternFaultOf(source)).toContain(reason)
  })

  test.each([
    ['id=(\\w+)', 'x id=a1 y', 'a1'],
    ['id=\\w+', 'x id=a1 y', 'id=a1'],
    ['(a)|b', 'b', ''],
    ['c', 'ab', null],
  ])('finds its first group, or the whole match: %s', (source, text, expected) => {
    expect(compilePattern(source).find(text)).toBe(expected)
  })
})
