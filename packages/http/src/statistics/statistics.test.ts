import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { applyAcme, openTestApi } from '../testing/test-api.js'

const STATISTICS = '/account/statistics'

test('the days are the last 30, a number of days, or a span', async () => {
  const fixture = await openTestApi(inMemory({ now: new Date('2026-03-10T03:00:00Z') }))
  await applyAcme(fixture, { timezone: 'America/New_York' })
  const daysOf = async (query: string) => {
    const { body } = await fixture.api('GET', `${STATISTICS}${query}`)
    const days = body.days.map(({ day }: { day: string }) => day)
    return [days.length, days[0], days.at(-1)]
  }
  expect(await daysOf('')).toEqual([30, '2026-02-08', '2026-03-09'])
  expect(await daysOf('?days=7')).toEqual([7, '2026-03-03', '2026-03-09'])
  expect(await daysOf('?days=2&to=2026-03-01')).toEqual([2, '2026-02-28', '2026-03-01'])
  expect(await daysOf('?from=2026-03-01&to=2026-03-01&days=7')).toEqual([1, '2026-03-01', '2026-03-01'])
})

test.each([
  ['?days=0', 'days'],
  ['?days=401', 'days'],
  ['?days=1.5', 'days'],
  ['?from=2026-02-30', 'from'],
  ['?from=2026-03-02&to=2026-03-01', 'from'],
  ['?from=2025-01-01&to=2026-03-01', 'from'],
])('%s is refused with the reason for %s', async (query, field) => {
  const fixture = await openTestApi(inMemory())
  await applyAcme(fixture)
  const { status, body } = await fixture.api('GET', `${STATISTICS}${query}`)
  expect([status, body.details.fields[0].field]).toEqual([400, field])
})
