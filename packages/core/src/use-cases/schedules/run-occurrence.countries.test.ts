import { aTimetable, memberNumber, schedulingFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { DEFAULT_DESTINATIONS } from '../../model/accounts/destinations.js'
import { parsePhoneNumber } from '../../values/phone/phone-number.js'
import { PreviewSchedule } from './preview-schedule.js'

const JAMAICAN = parsePhoneNumber('+18765550101')
const SATELLITE = parsePhoneNumber('+881612345678')
const LATER = aTimetable('2026-03-01T13:00')

async function open(allowedCountries: readonly string[]) {
  const contacts = [{}, { phone: JAMAICAN }, {}, { phone: SATELLITE }]
  const destinations = { ...DEFAULT_DESTINATIONS, allowedCountries }
  return schedulingFixture(inMemory(), { contacts, account: { destinations } })
}

test('an occurrence drops the contacts in countries that the account may not text, and does not charge them', async () => {
  const { schedule, at, sentTo, sends, credits } = await open(['US'])
  const { id } = await schedule(LATER)
  await at('2026-03-01T13:00:00Z')
  expect(sentTo()).toEqual([memberNumber(0), memberNumber(2)])
  expect(await sends(id)).toMatchObject([{ status: 'started' }])
  expect(await credits()).toMatchObject({ sms: 996, reserved: { sms: 0 } })
})

test('an occurrence without contacts in the countries of the account has an empty audience', async () => {
  const { schedule, at, sentTo, sends } = await open(['GB'])
  const { id } = await schedule(LATER)
  await at('2026-03-01T13:00:00Z')
  expect(sentTo()).toEqual([])
  expect(await sends(id)).toMatchObject([{ status: 'failed', reason: 'empty_audience' }])
})

test('the countries of an account are those at the time of the occurrence', async () => {
  const { schedule, at, sentTo, run, account } = await open(['US'])
  await schedule(LATER)
  const destinations = { ...account.destinations, allowedCountries: ['JM'] }
  await run(({ accounts }) => accounts.save({ ...account, destinations }))
  await at('2026-03-01T13:00:00Z')
  expect(sentTo()).toEqual([JAMAICAN])
})

test('the preview of a schedule counts the contacts elsewhere, and has no text of them', async () => {
  const fixture = await open(['JM'])
  const { account, from, group, optOut } = fixture
  await optOut(SATELLITE)
  const audience = { kind: 'groups', groups: [group.id] } as const
  const request = { account, audience, from, body: 'Hello', timetable: LATER, waves: null, idempotencyKey: null }
  const { recipients, samples } = await new PreviewSchedule(fixture).execute(request)
  expect(recipients).toEqual({
    submitted: 4,
    accepted: 1,
    dropped: { country: 3, notOptedIn: 0, optedOut: 0, alreadySent: 0, contentBlocked: 0 },
  })
  expect(samples.map(({ to }) => to)).toEqual([JAMAICAN])
})
