import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { NO_GROUP, NO_SEGMENT } from '../testing/fixtures/filter-fixture.js'
import { ANN, BOB } from '../testing/fixtures/messaging-fixture.js'
import { openSchedules } from '../testing/fixtures/schedule-fixture.js'
import { DAILY, TIMETABLE, audienceOf } from '../testing/samples.js'

let fixture: Awaited<ReturnType<typeof openSchedules>>

beforeEach(async () => {
  fixture = await openSchedules(inMemory())
  await fixture.enroll(BOB)
})

const filtered = (contact: object) => ({ filter: { contact } })
const BOBS = filtered({ firstName: { eq: 'bob' } })
const name = (phone: string, firstName: string) =>
  fixture.api('PATCH', `/contacts/by-phone/${phone}`, { body: { firstName } })
const sentTo = () => fixture.provider.submitted.map(({ to }) => to)

describe('a schedule with a filter', () => {
  test('shows the filter as it was given', async () => {
    const { body } = await fixture.create({ audience: BOBS })
    expect(body).toMatchObject({ audience: BOBS, audienceReadable: true })
    expect((await fixture.read(body.id)).body).toEqual(body)
    expect((await fixture.list()).body.results).toEqual([body])
  })

  test('sends to those whom the filter finds at each send', async () => {
    await fixture.create({ audience: BOBS, schedule: { ...TIMETABLE, recurrence: DAILY } })
    await name(BOB, 'Bob')
    await fixture.workAt('2026-03-08T13:00:00Z')
    expect(sentTo()).toEqual([BOB])
    await name(BOB, 'Robert')
    await name(ANN, 'BÓB')
    await fixture.workAt('2026-03-09T13:00:00Z')
    expect(sentTo()).toEqual([BOB, ANN])
  })

  test('sends birthday greetings on the day in its own zone', async () => {
    await fixture.api('PATCH', `/contacts/by-phone/${ANN}`, { body: { birthDate: '1990-03-08' } })
    await fixture.api('PATCH', `/contacts/by-phone/${BOB}`, { body: { birthDate: '1990-03-09' } })
    const schedule = { at: '2026-03-08T23:00', timezone: 'America/New_York' }
    await fixture.create({ audience: filtered({ birthDate: { monthDay: 'today' } }), schedule })
    await fixture.workAt('2026-03-09T03:00:00Z')
    expect(sentTo()).toEqual([ANN])
  })

  test('uses segments as they are at the send', async () => {
    const contact = { firstName: { eq: 'Ann' } }
    const { id } = (await fixture.api('POST', '/segments', { body: { name: 'Who', filter: { contact } } })).body
    await fixture.create({ audience: filtered({ segments: { ids: { in: [id] } } }) })
    await fixture.api('PATCH', `/segments/${id}`, { body: BOBS })
    await name(BOB, 'Bob')
    await fixture.workAt('2026-03-08T13:00:00Z')
    expect(sentTo()).toEqual([BOB])
  })

  test('of groups alone is the same as before', async () => {
    const audience = audienceOf([fixture.groups['VIP'], fixture.groups['VIP']])
    const { body } = await fixture.create({ audience })
    expect(body).toMatchObject({ audience: audienceOf([fixture.groups['VIP']]), audienceReadable: true })
    const { recipients } = (await fixture.admin('GET', `/schedules/${body.id}`)).body
    expect(recipients).toEqual({ groups: [{ id: fixture.groups['VIP'], name: 'VIP' }] })
  })

  test('is shown to operators with its filter', async () => {
    const { id } = (await fixture.create({ audience: BOBS })).body
    expect((await fixture.admin('GET', `/schedules/${id}`)).body.recipients).toEqual(BOBS)
    const [listed] = (await fixture.admin('GET', '/accounts/Acme/schedules')).body.results
    expect(listed.recipients).toEqual(BOBS)
  })

  test('can be changed to another filter, to groups and back', async () => {
    const { id } = (await fixture.create()).body
    for (const audience of [BOBS, filtered({ all: [] }), fixture.audience, BOBS]) {
      const { status, body } = await fixture.change(id, { audience })
      expect([status, body.audience]).toEqual([200, audience])
    }
  })

  test('is refused with a filter that cannot be used, and so is a change', async () => {
    const { id } = (await fixture.create({ audience: BOBS })).body
    for (const [contact, code] of [
      [{ groups: { ids: { in: ['VIP'] } } }, 33034],
      [{ groups: { ids: { in: [NO_GROUP] } } }, 33031],
      [{ groups: { ids: { notIn: ['VIP'] } } }, 33034],
      [{ segments: { ids: { in: [NO_SEGMENT] } } }, 33404],
      [{ firstName: { like: 'A' } }, 33400],
    ] as const) {
      expect((await fixture.create({ audience: filtered(contact) })).body.code).toBe(code)
      expect((await fixture.change(id, { audience: filtered(contact) })).body.code).toBe(code)
    }
    expect((await fixture.read(id)).body.audience).toEqual(BOBS)
  })

  test('replays the first response whatever the filter of the repeat', async () => {
    const first = await fixture.create({ audience: BOBS, idempotencyKey: 'once' })
    const again = await fixture.create({
      audience: filtered({ segments: { ids: { in: ['x'] } } }),
      idempotencyKey: 'once',
    })
    expect([again.status, again.body]).toEqual([201, first.body])
  })
})

test('the preview of a schedule with a filter counts whom it finds, and tells what holds for nobody', async () => {
  await name(BOB, 'Bob')
  const preview = async (contact: object) => {
    const request = { ...fixture.request, audience: filtered(contact) }
    return (await fixture.api('POST', '/messaging/preview', { body: { kind: 'schedule', request } })).body
  }
  const bobs = await preview(BOBS.filter.contact)
  expect(bobs).toMatchObject({ recipients: { submitted: 1, accepted: 1 }, samples: [{ to: BOB }] })
  expect(bobs.unmetConditions).toBeUndefined()
  const { unmetConditions } = await preview({ customFields: { contact_custom_field_7: { eq: 'x' } } })
  expect(unmetConditions).toHaveLength(1)
})
