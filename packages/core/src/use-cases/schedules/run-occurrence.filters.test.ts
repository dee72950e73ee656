import { aMessage, aTimetable, DAILY, memberNumber, schedulingFixture, type SchedulingGiven } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import type { Condition } from '../../model/filters/condition.js'
import { ChangeSegment, CreateSegment } from '../segments/change-segments.js'
import { PreviewSchedule } from './preview-schedule.js'

const LATER = aTimetable('2026-03-01T13:00')

async function open(given: SchedulingGiven) {
  const adapters = inMemory()
  const fixture = await schedulingFixture(adapters, given)
  const scheduleTo = (condition: Condition, timetable = LATER) =>
    fixture.schedule(timetable, { audience: { kind: 'filter', condition } })
  return { ...adapters, ...fixture, scheduleTo }
}

const NAMES = { contacts: [{ firstName: 'Ann' }, { firstName: 'Bob' }, { firstName: 'ANN' }] }
const ANNS: Condition = { firstName: { eq: 'ann' } }

test('a schedule sends to the contacts that its filter finds, and that may be texted', async () => {
  const { scheduleTo, at, sentTo, optOut, sends } = await open(NAMES)
  await optOut(memberNumber(2))
  const { id } = await scheduleTo(ANNS)
  await at('2026-03-01T13:00:00Z')
  expect(sentTo()).toEqual([memberNumber(0)])
  expect(await sends(id)).toMatchObject([{ status: 'started' }])
})

test('the filter is evaluated anew for every send', async () => {
  const { scheduleTo, at, sentTo, contact } = await open({
    contacts: [{ birthDate: '1990-03-02' }, { birthDate: '1992-03-03' }],
  })
  await scheduleTo({ birthDate: { monthDay: 'today' } }, aTimetable('2026-03-02T13:00', { recurrence: DAILY }))
  await at('2026-03-02T13:00:00Z')
  expect(sentTo()).toEqual([memberNumber(0)])
  await contact({ phone: memberNumber(9), birthDate: '2000-03-03' })
  await at('2026-03-03T13:00:00Z')
  expect(sentTo()).toEqual([memberNumber(0), memberNumber(1)])
})

test('today is the date of the occurrence, in every zone', async () => {
  const birthDate = '1990-03-02'
  const zones = ['Pacific/Honolulu', 'America/New_York'] as const
  const { scheduleTo, at, sentTo } = await open({ contacts: zones.map((tz) => ({ tz, birthDate })) })
  const timetable = aTimetable('2026-03-02T23:30', { sendByLocalTime: true, timezone: 'America/New_York' })
  await scheduleTo({ birthDate: { monthDay: 'today' } }, timetable)
  await at('2026-03-03T04:30:00Z')
  await at('2026-03-03T09:30:00Z')
  expect(sentTo()).toEqual([memberNumber(1), memberNumber(0)])
})

test('durations count from the time at which the recipients are fixed, for the first of the zones', async () => {
  const zones = ['America/New_York', 'America/Los_Angeles'] as const
  const { scheduleTo, at, sentTo, account, run } = await open({ contacts: zones.map((tz) => ({ tz })) })
  const sentAt = new Date('2026-03-02T13:30:00Z')
  const message = { account: account.id, to: memberNumber(1), status: 'sent', phase: null, sentAt } as const
  await run(({ messages }) => messages.add([aMessage(message)]))
  const timetable = aTimetable('2026-03-02T09:00', { sendByLocalTime: true, timezone: 'America/Los_Angeles' })
  await scheduleTo({ not: { lastSentAt: { within: '2h' } } }, timetable)
  await at('2026-03-02T14:00:00Z')
  await at('2026-03-02T17:00:00Z')
  expect(sentTo()).toEqual([memberNumber(0)])
})

test('a filter that finds nobody leaves the send with an empty audience', async () => {
  const { scheduleTo, at, sends } = await open(NAMES)
  const { id } = await scheduleTo({ firstName: { eq: 'Zoe' } })
  await at('2026-03-01T13:00:00Z')
  expect(await sends(id)).toMatchObject([{ status: 'failed', reason: 'empty_audience' }])
})

test('a segment is the one at the time of the send', async () => {
  const { scheduleTo, at, sentTo, account, ...adapters } = await open(NAMES)
  const fields = { name: 'Anns', condition: ANNS }
  const { id } = await new CreateSegment(adapters).execute({ account, fields })
  await scheduleTo({ segments: { ids: { in: [id] } } })
  await new ChangeSegment(adapters).execute({ account, id, patch: { condition: { firstName: { eq: 'Bob' } } } })
  await at('2026-03-01T13:00:00Z')
  expect(sentTo()).toEqual([memberNumber(1)])
})

test('a schedule keeps its filter, and may get another', async () => {
  const { scheduleTo, change, read, stored } = await open(NAMES)
  const { id } = await scheduleTo(ANNS)
  expect(await read(id)).toMatchObject({ groups: null, filter: ANNS })
  const condition = { any: [ANNS, { tz: { exists: false } }] }
  expect(await change(id, { audience: { kind: 'filter', condition } })).toMatchObject({ filter: condition })
  expect((await stored(id))!.audience).toEqual({ kind: 'filter', condition })
})

test('a schedule with a filter that is not valid for the account is refused, with the path', async () => {
  const { scheduleTo, customField, list } = await open(NAMES)
  await customField({ key: 'contact_custom_field_1', type: 'NUMBER', options: [] })
  const field = 'audience.filter.contact.customFields.contact_custom_field_1.contains'
  await expect(scheduleTo({ customFields: { contact_custom_field_1: { contains: 'x' } } })).rejects.toMatchObject({
    details: { fields: [{ field }] },
  })
  expect((await list()).totalCount).toBe(0)
})

test('the preview counts who is found now, and names the conditions that hold for nobody', async () => {
  const fixture = await open(NAMES)
  const { account, from, optOut, customField } = fixture
  await optOut(memberNumber(0))
  await customField({ key: 'contact_custom_field_2', type: 'TEXT', status: 'disabled' })
  const condition = { any: [ANNS, { customFields: { contact_custom_field_2: { eq: 'x' } } }] }
  const request = { account, from, body: 'Hello', timetable: LATER, waves: null, idempotencyKey: null }
  const preview = (asked: Condition) =>
    new PreviewSchedule(fixture).execute({ ...request, audience: { kind: 'filter', condition: asked } })
  expect(await preview(condition)).toMatchObject({
    recipients: { submitted: 2, accepted: 1, dropped: { optedOut: 1 } },
    samples: [{ to: memberNumber(2) }],
    unmetConditions: [{ field: 'audience.filter.contact.any[1].customFields.contact_custom_field_2' }],
  })
  expect(await preview(ANNS)).not.toHaveProperty('unmetConditions')
})
