import {
  ANN,
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
import { capOf } from '../../model/frequency/frequency-cap.js'
import type { LineType } from '../../ports/carriers.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { AccountId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { addMs, DAY_MS } from '../../values/time/instant.js'
import { PreviewMessage } from '../messages/preview-message.js'
import { PreviewSchedule } from '../schedules/preview-schedule.js'
import { PreviewBroadcast } from './preview-broadcast.js'

const REFUSES = { refuseLandlines: true }

type Fixture = {
  readonly account: { readonly id: AccountId }
  readonly run: <T>(work: (stores: Stores) => Promise<T>) => Promise<T>
}

function lookedUp({ account, run }: Fixture, phone: PhoneNumber, lineType: LineType, at = addMs(NOW, -DAY_MS)) {
  return run(({ carriers }) => carriers.save(account.id, [{ phone, carrier: { name: 'Bell', lineType }, at }]))
}

describe('the preview of a broadcast', () => {
  async function open(given: BroadcastingGiven = {}) {
    const settings = { members: 4, credits: 100, account: REFUSES }
    const fixture = await broadcastingFixture(inMemory({ now: NOW }), { ...settings, ...given })
    const { account, from, phones } = fixture
    const recipients = { phones, keys: null, bodies: null, mediaUrls: null }
    const text = { from, body: 'Hello', mediaUrl: null, idempotencyKey: null }
    const preview = () => new PreviewBroadcast(fixture).execute({ kind: 'broadcast', account, recipients, ...text })
    return { ...fixture, preview }
  }

  test('counts known landlines, and leaves them out of the texts; their credits are required', async () => {
    const { preview, ...fixture } = await open()
    await lookedUp(fixture, memberNumber(1), 'landline')
    await lookedUp(fixture, memberNumber(2), 'voip')
    const { recipients, credits, segments, samples } = await preview()
    expect(recipients).toMatchObject({ submitted: 4, accepted: 3, dropped: { landline: 1 } })
    expect([credits.required.sms, segments.total]).toEqual([8, 3])
    expect(samples.map(({ to }) => to)).toEqual([0, 2, 3].map(memberNumber))
  })

  test('counts no landline whose look-up is too old', async () => {
    const { preview, ...fixture } = await open()
    await lookedUp(fixture, memberNumber(1), 'landline', addMs(NOW, -30 * DAY_MS))
    expect((await preview()).recipients).toMatchObject({ accepted: 4, dropped: { landline: 0 } })
  })

  test('counts a landline for which a cap is reached as a landline', async () => {
    const account = { ...REFUSES, frequencyCaps: [capOf({ messages: 1, per: '24h' })] }
    const { preview, ids, ...fixture } = await open({ account })
    const uses = [{ message: ids.next('msg'), atMs: NOW.getTime() - 1 }]
    const both = new Map([memberNumber(1), memberNumber(2)].map((phone) => [phone, uses]))
    await fixture.run(({ frequencies }) => frequencies.save(fixture.account.id, both))
    await lookedUp(fixture, memberNumber(1), 'landline')
    expect((await preview()).recipients).toMatchObject({ accepted: 2, dropped: { landline: 1, frequencyCapped: 1 } })
  })

  test('says nothing of landlines if the account texts them', async () => {
    const { preview, ...fixture } = await open({ account: {} })
    await lookedUp(fixture, memberNumber(1), 'landline')
    const { recipients } = await preview()
    expect(recipients.accepted).toBe(4)
    expect(recipients.dropped).not.toHaveProperty('landline')
  })
})

test('the preview of a schedule counts the known landlines of its audience', async () => {
  const contacts = [0, 1, 2].map((n) => ({ phone: memberNumber(n) }))
  const fixture = await schedulingFixture(inMemory({ now: NOW }), { contacts, account: REFUSES })
  const { account, from, group } = fixture
  await lookedUp(fixture, memberNumber(1), 'landline')
  const audience = { kind: 'groups', groups: [group.id] } as const
  const timetable = aTimetable('2026-03-01T14:00')
  const request = { account, audience, from, body: 'Hello', timetable, waves: null, idempotencyKey: null }
  const { recipients, segments } = await new PreviewSchedule(fixture).execute(request)
  expect([recipients, segments.total]).toMatchObject([{ submitted: 3, accepted: 2, dropped: { landline: 1 } }, 2])
})

describe('the preview of a message', () => {
  async function open(account: object) {
    const fixture = await sendingFixture(inMemory({ now: NOW }), { account })
    const message = { account: fixture.account, to: ANN, from: '+12025550100', body: 'Hi', mediaUrl: null }
    const preview = (respectCaps = false) =>
      new PreviewMessage(fixture).execute({ ...message, respectCaps, idempotencyKey: null })
    return { ...fixture, preview }
  }

  test('to a known landline has no text, and the credits that are reserved until it fails', async () => {
    const { preview, ...fixture } = await open(REFUSES)
    await lookedUp(fixture, ANN, 'landline')
    const { recipients, credits, samples } = await preview()
    expect(recipients).toMatchObject({ accepted: 0, dropped: { landline: 1 } })
    expect([credits.required, samples]).toEqual([{ sms: 2, mms: 0 }, []])
    await lookedUp(fixture, ANN, 'mobile', NOW)
    expect((await preview()).recipients).toMatchObject({ accepted: 1, dropped: { landline: 0 } })
  })

  test('counts a landline for which a cap is reached as capped, because the request is refused', async () => {
    const frequencyCaps = [capOf({ messages: 1, per: '24h', counts: 'all' })]
    const { preview, send, ...fixture } = await open({ ...REFUSES, frequencyCaps })
    await send()
    await lookedUp(fixture, ANN, 'landline', addMs(NOW, 1))
    expect((await preview(true)).recipients.dropped).toMatchObject({ landline: 0, frequencyCapped: 1 })
    expect((await preview()).recipients.dropped).toMatchObject({ landline: 1 })
  })
})
