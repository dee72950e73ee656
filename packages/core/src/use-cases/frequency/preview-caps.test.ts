import {
  aTimetable,
  broadcastingFixture,
  memberNumber,
  NOW,
  schedulingFixture,
  sendingFixture,
  type BroadcastingGiven,
} from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { capOf, type DeclaredCap } from '../../model/frequency/frequency-cap.js'
import { PreviewBroadcast } from '../broadcasts/preview-broadcast.js'
import { PreviewMessage } from '../messages/preview-message.js'
import { PreviewSchedule } from '../schedules/preview-schedule.js'

const ONE = { messages: 1, per: '24h' } as const
const TWO = { messages: 2, per: '7d' } as const

type Given = BroadcastingGiven & { readonly caps?: readonly DeclaredCap[] }

async function open({ caps = [TWO, ONE], ...given }: Given = {}) {
  const account = { frequencyCaps: caps.map(capOf) }
  const fixture = await broadcastingFixture(inMemory({ now: NOW }), { members: 4, credits: 100, account, ...given })
  const request = { kind: 'broadcast', account: fixture.account, from: fixture.from, body: 'Hello' } as const
  const recipients = { phones: fixture.phones, keys: null, bodies: null, mediaUrls: null }
  return {
    ...fixture,
    preview: () =>
      new PreviewBroadcast(fixture).execute({ ...request, mediaUrl: null, recipients, idempotencyKey: null }),
    sendTo: async (...places: readonly number[]) => {
      const phones = places.map(memberNumber)
      const batch = { kind: 'batch', body: null, recipients: { ...recipients, phones, bodies: phones.map(() => 'Hi') } }
      await fixture.start(batch as Parameters<typeof fixture.start>[0])
      await fixture.work()
    },
  }
}

describe('the preview of a broadcast', () => {
  test('counts the recipients that a cap would leave out now, by the first cap that is reached', async () => {
    const { preview, sendTo, clock } = await open()
    await sendTo(0)
    clock.advance(2 * 86_400_000)
    await sendTo(0, 1)
    const shown = await preview()
    expect(shown.recipients).toMatchObject({ submitted: 4, accepted: 2, dropped: { frequencyCapped: 2 } })
    expect(shown.reachedCaps).toEqual([
      { ...capOf(TWO), recipients: 1 },
      { ...capOf(ONE), recipients: 1 },
    ])
  })

  test('leaves them out of the texts, but their credits are required until the broadcast is sent', async () => {
    const { preview, sendTo } = await open()
    await sendTo(0, 1)
    const { credits, segments, samples } = await preview()
    expect(credits.required).toEqual({ sms: 8, mms: 0 })
    expect(segments.total).toBe(2)
    expect(samples.map(({ to }) => to)).toEqual([memberNumber(2), memberNumber(3)])
  })

  test('tells what the broadcast then does', async () => {
    const { preview, sendTo, start, work, read } = await open()
    await sendTo(1, 2)
    const { recipients } = await preview()
    const { broadcast } = await start()
    await work()
    expect((await read(broadcast.id)).counts).toMatchObject({
      sent: recipients.accepted,
      failed: recipients.dropped.frequencyCapped,
    })
  })

  test('shows that caps would leave out nobody', async () => {
    const { preview } = await open()
    const { recipients, reachedCaps } = await preview()
    expect([recipients.dropped.frequencyCapped, reachedCaps]).toEqual([0, []])
  })

  test('without caps, shows nothing of them', async () => {
    const { preview } = await open({ caps: [] })
    const shown = await preview()
    expect(shown).not.toHaveProperty('reachedCaps')
    expect(shown.recipients.dropped).not.toHaveProperty('frequencyCapped')
  })
})

describe('the preview of a schedule', () => {
  test('counts the contacts of its audience that a cap would leave out now', async () => {
    const contacts = [0, 1, 2].map((n) => ({ phone: memberNumber(n) }))
    const given = { contacts, account: { frequencyCaps: [capOf(ONE)] } }
    const fixture = await schedulingFixture(inMemory({ now: NOW }), given)
    const { schedule, at, account, from, group, optOut } = fixture
    await schedule(aTimetable('2026-03-01T13:00'))
    await at('2026-03-01T13:00:00Z')
    await optOut(memberNumber(2))
    const timetable = aTimetable('2026-03-01T14:00')
    const audience = { kind: 'groups', groups: [group.id] } as const
    const request = { account, audience, from, body: 'Hello', timetable, waves: null, idempotencyKey: null }
    const shown = await new PreviewSchedule(fixture).execute(request)
    expect(shown.recipients).toMatchObject({
      submitted: 3,
      accepted: 0,
      dropped: { optedOut: 1, frequencyCapped: 2, contentBlocked: 0 },
    })
    expect(shown.reachedCaps).toEqual([{ ...capOf(ONE), recipients: 2 }])
  })
})

describe('the preview of a message', () => {
  const openMessage = async () => {
    const given = { account: { frequencyCaps: [capOf({ ...ONE, counts: 'all' })] } }
    const fixture = await sendingFixture(inMemory({ now: NOW }), given)
    const { account, send } = fixture
    const preview = (respectCaps: boolean) =>
      new PreviewMessage(fixture).execute({
        account,
        to: '+12025550101',
        from: '+12025550100',
        body: 'Hi',
        mediaUrl: null,
        idempotencyKey: null,
        respectCaps,
      })
    return { send, preview }
  }

  test('that respects caps drops the recipient if one is reached', async () => {
    const { send, preview } = await openMessage()
    const { message } = await send()
    expect(message.to).toBe('+12025550101')
    const shown = await preview(true)
    expect(shown.recipients).toMatchObject({ accepted: 0, dropped: { frequencyCapped: 1 } })
    expect(shown.reachedCaps).toMatchObject([{ messages: 1, per: '24h', recipients: 1 }])
    expect(shown.credits.required).toEqual({ sms: 0, mms: 0 })
  })

  test('that does not respect caps shows nothing of them', async () => {
    const { send, preview } = await openMessage()
    await send()
    expect((await preview(false)).recipients.dropped).not.toHaveProperty('frequencyCapped')
  })
})
