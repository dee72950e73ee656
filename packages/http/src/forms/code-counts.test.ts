import { inMemory, type MemoryAdapters } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { EVE, openForms } from '../testing/fixtures/form-fixture.js'

async function open() {
  const fixture = await openForms<MemoryAdapters>(inMemory())
  const countsOf = async (name: string, label: string) => {
    const { values } = await fixture.registry.getSingleMetric(name)!.get()
    return Object.fromEntries(values.map(({ labels, value }) => [labels[label], value]))
  }
  return {
    ...fixture,
    codes: () => countsOf('carillon_form_codes_total', 'outcome'),
    limits: () => countsOf('carillon_form_limits_total', 'limit'),
  }
}

test('a code that is posted twice counts as entered once', async () => {
  const { enter, post, codeOn, codes } = await open()
  const entry = await enter()
  const code = (await codeOn(EVE))!
  for (let i = 0; i < 2; i++) expect((await post(entry, { code })).status).toBe(303)
  expect(await codes()).toEqual({ sent: 1, entered: 1 })
})

test('a code that the daily quota does not allow is counted and logged as refused', async () => {
  const { declare, ask, codes, limits, log } = await open()
  await declare({ dailyMessageQuota: 1 })
  expect([(await ask()).status, (await ask()).status]).toEqual([303, 503])
  expect([await codes(), await limits()]).toEqual([{ sent: 1, refused: 1 }, { daily_quota: 1 }])
  const line = log.find(({ message }) => message === 'a code of an opt-in form was refused')
  expect(line).toMatchObject({ level: 'warn', fields: { limit: 'daily_quota' } })
})

test('a code that is withheld counts by the limit of its number, and not by a limit if it is for a bot', async () => {
  const { declare, ask, codes, limits } = await open()
  await declare({ optInForm: { limits: { numberPerHour: 1 } } })
  await ask()
  await ask()
  await ask({ phone: '+12025550100' })
  await ask({ website: 'x' })
  expect(await codes()).toEqual({ sent: 1, withheld: 3 })
  expect(await limits()).toEqual({ number: 1, number_of_service: 1 })
})
