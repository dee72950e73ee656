import {
  DAILY,
  NOW,
  aTimetable,
  overridden,
  overriddenStores,
  memberNumber,
  schedulingFixture,
  type SchedulingGiven,
} from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { AudienceStore } from '../../model/schedules/audience.js'
import { PREVIEWED_MAX } from '../broadcasts/preview-audience.js'
import { PreviewSchedule, type PreviewScheduleInput } from './preview-schedule.js'

async function open(given?: SchedulingGiven, adapters = inMemory({ now: NOW })) {
  const fixture = await schedulingFixture(adapters, given)
  const { account, from, group } = fixture
  const request: PreviewScheduleInput = {
    account,
    audience: { kind: 'groups', groups: [group.id] },
    from,
    body: 'Hello',
    timetable: LATER,
    waves: null,
    idempotencyKey: null,
  }
  const useCase = new PreviewSchedule(adapters)
  return {
    ...fixture,
    preview: (one: Partial<PreviewScheduleInput> = {}) => useCase.execute({ ...request, ...one }),
  }
}

const LATER = aTimetable('2026-03-01T13:00')

describe('the preview of a schedule', () => {
  test('shows what would be sent if it were due now, and sends nothing', async () => {
    const { preview, credits, list, work, sentTo } = await open()
    const samples = [0, 1, 2].map((n) => ({
      to: memberNumber(n),
      body: 'Hello',
      segments: 1,
      wireParts: 1,
      encoding: 'GSM-7',
    }))
    expect(await preview()).toEqual({
      recipients: {
        submitted: 3,
        accepted: 3,
        dropped: { country: 0, notOptedIn: 0, optedOut: 0, alreadySent: 0, contentBlocked: 0 },
      },
      credits: { required: { sms: 6, mms: 0 }, available: { sms: 1_000, mms: 0 } },
      encoding: 'GSM-7',
      segments: { min: 1, max: 1, total: 3 },
      samples,
    })
    await work()
    expect(sentTo()).toEqual([])
    expect((await list()).totalCount).toBe(0)
    expect((await credits()).reserved.sms).toBe(0)
  })

  test('counts members whose values make the text violate the content policy', async () => {
    const { preview, run, account } = await open()
    await run(async ({ contacts }) => {
      const contact = (await contacts.find(account.id, memberNumber(1)))!
      await contacts.save([{ ...contact, firstName: 'bit', lastName: 'ly/x' }])
    })
    expect(await preview({ body: '{{contact_first_name}}.{{contact_last_name}}' })).toMatchObject({
      recipients: { submitted: 3, accepted: 2, dropped: { contentBlocked: 1 } },
      samples: [{ to: memberNumber(0) }, { to: memberNumber(2) }],
    })
  })

  test('omits contacts who have not opted in or have opted out', async () => {
    const { preview, optOut, contact, contacts, run, account, ids } = await open()
    const stranger = await contact({ phone: memberNumber(9_999) })
    await optOut(memberNumber(0))
    const list = ids.next('lst')
    await run(async ({ contactLists }) => {
      await contactLists.put({ id: list, account: account.id, name: 'Guests', createdAt: NOW })
      const phones = [...contacts, stranger].map(({ phone }) => phone)
      await contactLists.addMembers(account.id, list, phones)
    })
    const { recipients, samples, credits } = await preview({ audience: { kind: 'list', list } })
    expect(recipients).toEqual({
      submitted: 4,
      accepted: 2,
      dropped: { country: 0, notOptedIn: 1, optedOut: 1, alreadySent: 0, contentBlocked: 0 },
    })
    expect(credits.required.sms).toBe(4)
    expect(samples.map(({ to }) => to)).toEqual([memberNumber(1), memberNumber(2)])
  })

  test('of an empty audience has zero recipients', async () => {
    const { preview } = await open({ contacts: [] })
    expect(await preview()).toMatchObject({
      recipients: { submitted: 0, accepted: 0 },
      credits: { required: { sms: 0 } },
      segments: { min: 0, max: 0, total: 0 },
      samples: [],
    })
  })

  test('counts all recipients as already sent if its key was used', async () => {
    const { preview, create } = await open()
    await create({ timetable: LATER, idempotencyKey: 'spring-1' })
    expect(await preview({ idempotencyKey: 'spring-1' })).toMatchObject({
      recipients: { submitted: 3, accepted: 0, dropped: { alreadySent: 3 } },
      credits: { required: { sms: 0 } },
      encoding: 'GSM-7',
      segments: { min: 0, max: 0, total: 0 },
      samples: [],
    })
    expect(await preview({ idempotencyKey: 'spring-2' })).toMatchObject({ recipients: { accepted: 3 } })
  })

  test('shows insufficient credits, but is not refused because of them', async () => {
    const { preview } = await open({ credits: 1 })
    expect((await preview()).credits).toEqual({ required: { sms: 6, mms: 0 }, available: { sms: 1, mms: 0 } })
  })

  test('renders merge tags, with the current date in the timezone of the schedule', async () => {
    const contacts = [{ firstName: 'Ann' }, { firstName: 'Zoë' }, {}]
    const { preview } = await open({ contacts })
    const timetable = aTimetable('2026-03-02T13:00', { timezone: 'Pacific/Kiritimati' })
    const { samples, encoding } = await preview({ timetable, body: '{{contact_first_name}} {{current_date}}' })
    expect(samples.map(({ body }) => body)).toEqual(['Ann 03/02/2026', 'Zoë 03/02/2026', ' 03/02/2026'])
    expect(encoding).toBe('UCS-2')
  })

  test('reads an audience of any length, and shows the first five samples', async () => {
    const { preview } = await open({ contacts: Array.from({ length: 2_000 }, () => ({})) })
    const { recipients, segments, samples } = await preview({ body: 'x'.repeat(161) })
    expect(recipients).toMatchObject({ submitted: 2_000, accepted: 2_000 })
    expect(segments).toEqual({ min: 2, max: 2, total: 4_000 })
    expect(samples).toHaveLength(5)
  })
})

test('a preview of a very large audience counts all recipients, but renders only the first ones', async () => {
  const adapters = inMemory({ now: NOW })
  const unitOfWork = overriddenStores(adapters.unitOfWork, ({ audiences }) => ({
    audiences: overridden(audiences, crowdOf(PREVIEWED_MAX + 1)),
  }))
  const { preview } = await open({ credits: 1 }, { ...adapters, unitOfWork })
  const { recipients, credits, segments, samples } = await preview()
  expect(recipients).toMatchObject({ submitted: PREVIEWED_MAX + 1, accepted: PREVIEWED_MAX + 1 })
  expect(credits.required.sms).toBe(2 * (PREVIEWED_MAX + 1))
  expect(segments).toEqual({ min: 1, max: 1, total: PREVIEWED_MAX })
  expect(samples.map(({ to }) => to)).toEqual([0, 1, 2, 3, 4].map(memberNumber))
})

/** An audience of the given size, whose contacts may all be texted. */
function crowdOf(count: number): Pick<AudienceStore, 'survey' | 'first'> {
  return {
    survey: async () => ({ submitted: count, elsewhere: 0, refused: { 'hard-opted-out': 0, 'not-opted-in': 0 } }),
    first: async (_account, _audience, { limit }) =>
      Array.from({ length: Math.min(count, limit) }, (_, n) => memberNumber(n)),
  }
}

test('a preview is refused for the same reasons as the request, in the same order', async () => {
  const { preview, ids, from, group } = await open()
  let request: Partial<PreviewScheduleInput> = {
    timetable: aTimetable('2026-03-01T10:00', { sendByLocalTime: true, recurrence: DAILY }),
    waves: { recipientsPerWave: 1, waveIntervalMinutes: 1 },
    audience: { kind: 'groups', groups: [ids.next('grp')] },
    from: '99999',
    body: 'bit.ly/1',
  }
  const corrections: readonly (readonly [string, Partial<PreviewScheduleInput>])[] = [
    ['invalid-input', { waves: null }],
    ['group-not-found', { audience: { kind: 'groups', groups: [group.id] } }],
    ['schedule-in-past', { timetable: LATER }],
    ['sender-not-assigned', { from }],
    ['compliance-violation', { body: 'Hello' }],
  ]
  for (const [code, correction] of corrections) {
    await expect(preview(request)).rejects.toMatchObject({ code })
    request = { ...request, ...correction }
  }
  expect((await preview(request)).recipients.accepted).toBe(3)
})
