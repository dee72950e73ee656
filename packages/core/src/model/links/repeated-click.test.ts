import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { COUNTED_CLICKS_MAX, REPEAT_PAUSE_MS, REPEAT_WINDOW_MS, isRepeat, withCounted } from './repeated-click.js'

const at = (seconds: number) => new Date(Date.parse('2026-03-01T12:00:00Z') + seconds * 1_000)

/** The instants that count among these clicks from one network, in this order. */
function counted(clicks: readonly Date[]): readonly Date[] {
  let remembered: readonly Date[] = []
  return clicks.filter((click) => {
    if (isRepeat(remembered, click)) return false
    remembered = withCounted(remembered, click)
    return true
  })
}

describe('of the clicks on one URL from one network', () => {
  test('one counts within a second, the next a second later', () => {
    expect(counted([at(0), at(0), at(0.999), at(1), at(1.5), at(2)])).toEqual([at(0), at(1), at(2)])
  })

  test('20 count within an hour, the next an hour after the first of them', () => {
    const first = Array.from({ length: COUNTED_CLICKS_MAX }, (_, i) => at(10 * i))
    expect(counted([...first, at(300), at(3_599.999), at(3_600), at(3_601), at(3_610)])).toEqual([
      ...first,
      at(3_600),
      at(3_610),
    ])
  })

  test('1,500 in a minute count 20 times', () => {
    expect(counted(Array.from({ length: 1_500 }, (_, i) => at(i / 25)))).toHaveLength(COUNTED_CLICKS_MAX)
  })

  test('a repeat does not delay the next click that counts', () => {
    expect(counted([at(0), at(0.5), at(1)])).toEqual([at(0), at(1)])
  })

  test('at most 20 count in any hour and one in any second, whatever the order in which they arrive', () => {
    const seconds = fc.array(fc.integer({ min: 0, max: 3 * 3_600_000 }), { maxLength: 200 })
    fc.assert(
      fc.property(seconds, (clicks) => {
        const times = counted(clicks.map((ms) => at(ms / 1_000))).map((click) => click.getTime())
        const most = (windowMs: number) =>
          Math.max(0, ...times.map((from) => times.filter((ms) => ms >= from && ms < from + windowMs).length))
        expect(most(REPEAT_WINDOW_MS)).toBeLessThanOrEqual(COUNTED_CLICKS_MAX)
        expect(most(REPEAT_PAUSE_MS)).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('those in order count whenever neither limit is reached', () => {
    const gaps = fc.array(fc.integer({ min: REPEAT_PAUSE_MS, max: 600_000 }), { maxLength: 100 })
    fc.assert(
      fc.property(gaps, (some) => {
        let ms = 0
        let all: readonly Date[] = []
        let remembered: readonly Date[] = []
        for (const gap of some) {
          const click = at((ms += gap) / 1_000)
          const recent = all.filter((one) => click.getTime() - one.getTime() < REPEAT_WINDOW_MS)
          expect(isRepeat(remembered, click)).toBe(recent.length >= COUNTED_CLICKS_MAX)
          if (isRepeat(remembered, click)) continue
          remembered = withCounted(remembered, click)
          all = [...all, click]
        }
      }),
    )
  })
})
