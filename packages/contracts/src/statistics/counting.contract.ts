import {
  FollowLink,
  JoinGroup,
  LeaveGroup,
  ReadStatistics,
  ReceiveReceipt,
  TrimExpired,
  parseTimeZone,
  type Account,
  type MessageFailure,
  type MessageId,
} from '@carillon/core'
import { describe, expect, test } from '@jest/globals'
import { broadcastingFixture, memberNumber } from '../broadcasts/broadcasting-fixture.js'
import { inboundFixture } from '../consent/inbound-fixture.js'
import { accountFixture } from '../fixtures/account-fixture.js'
import { after, ANN, BOB, NOW } from '../fixtures/builders.js'
import { aTrackingLink } from '../fixtures/sending-builders.js'
import { receiptFixture } from '../messages/receipt-fixture.js'

type FlowAdapters = Parameters<typeof receiptFixture>[0] & Parameters<typeof inboundFixture>[0]

/** What is counted, and when. */
export function describeCounting(open: () => Promise<FlowAdapters>) {
  const REJECTED: MessageFailure = { type: 'carrier_rejected', message: 'Handset off' }

  async function readerOf({ unitOfWork }: FlowAdapters, account: Account) {
    const reader = new ReadStatistics({ unitOfWork, clock: { now: () => NOW } })
    const { totals } = await reader.execute({ account, from: '2026-02-15', to: '2026-03-15' })
    const { failed, optIns, optOuts, ...others } = totals
    return { ...others, failed: failed.by, optIns: optIns.by, optOuts: optOuts.by }
  }

  const NOTHING = {
    sent: 0,
    delivered: 0,
    failed: {},
    received: 0,
    optIns: {},
    optOuts: {},
    clicks: { people: 0, bots: 0 },
    creditsSpent: { sms: 0, mms: 0 },
  }

  const SENT = { sent: 1, creditsSpent: { sms: 2, mms: 0 } }

  describe('counting', () => {
    test('a text is sent once and delivered once, however often its receipt comes', async () => {
      const adapters = await open()
      const { send, receive, account } = await receiptFixture(adapters)
      const { id } = await send()
      await send()
      for (let i = 0; i < 3; i++) await receive(id)
      await receive(id, REJECTED)
      expect(await readerOf(adapters, account)).toEqual({ ...NOTHING, ...SENT, delivered: 1 })
    })

    test('a text that fails after it was sent counts as both', async () => {
      const adapters = await open()
      const { send, receive, account } = await receiptFixture(adapters)
      const { id } = await send()
      for (let i = 0; i < 2; i++) await receive(id, REJECTED)
      await receive(id)
      expect(await readerOf(adapters, account)).toEqual({ ...NOTHING, ...SENT, failed: { carrier_rejected: 1 } })
    })

    test('a receipt that comes before the outcome counts once', async () => {
      const adapters = await open()
      const { send, receive, account, provider } = await receiptFixture(adapters)
      provider.script.push(async () => {
        await receive(provider.submitted[0]!.reference.split('.')[1]!)
        return { kind: 'accepted', providerId: 'provider-1' }
      })
      const { id } = await send()
      await receive(id)
      expect(await readerOf(adapters, account)).toEqual({ ...NOTHING, ...SENT, delivered: 1 })
    })

    test('a refusal counts by its reason, and a text that waits for a retry does not count yet', async () => {
      const adapters = await open()
      const { send, account, provider, run } = await receiptFixture(adapters)
      provider.script.push({ kind: 'refused', type: 'opted_out', message: 'Opted out' })
      await send()
      provider.script.push({ kind: 'try-later', afterMs: null })
      await send()
      expect(await readerOf(adapters, account)).toEqual({
        ...NOTHING,
        failed: { opted_out: 1 },
        optOuts: { PROVIDER: 1 },
      })
      await run(({ statistics }) => statistics.fold(account.id, account.timezone, 100))
      expect(await readerOf(adapters, account)).toMatchObject({ failed: { opted_out: 1 } })
    })

    test('the texts of a broadcast count by their outcome', async () => {
      const adapters = await open()
      const members = 7
      const { start, work, account, provider, optOutNumber } = await broadcastingFixture(adapters, { members })
      const { broadcast } = await start()
      await optOutNumber(memberNumber(0))
      provider.script.push({ kind: 'refused', type: 'invalid_destination', message: 'No such number' })
      await work()
      expect(await readerOf(adapters, account)).toEqual({
        ...NOTHING,
        sent: 5,
        creditsSpent: { sms: 10, mms: 0 },
        failed: { invalid_destination: 1, opted_out_before_send: 1 },
      })
      const { results } = await run(adapters, account.id, broadcast.id)
      const receipts = new ReceiveReceipt(adapters)
      for (let i = 0; i < 2; i++) {
        for (const id of results)
          await receipts.execute({ account: account.id, message: id, at: adapters.clock.now(), failure: null })
      }
      expect(await readerOf(adapters, account)).toMatchObject({ sent: 5, delivered: 5 })
    })

    test('texts from phones count, and opt-outs by their keyword', async () => {
      const adapters = await open()
      const { text, account, contact } = await inboundFixture(adapters)
      await contact({ phone: ANN })
      await text('Hello', { providerId: 'same' })
      await text('Hello', { providerId: 'same' })
      await text(' stop! ')
      await text('Stop')
      await text('Unsubscribe', { from: BOB })
      await text('please stop texting me', { from: '+12025550177' })
      expect(await readerOf(adapters, account)).toMatchObject({
        received: 5,
        optOuts: { STOP: 1, UNSUBSCRIBE: 1, OTHER_WORDS: 1 },
      })
    })

    test('opt-ins count by their way, and a removal by a client counts as an opt-out', async () => {
      const adapters = await open()
      const { text, account, contact, group, deps } = await inboundFixture(adapters)
      const vip = await group({ isDefault: true })
      await contact({ phone: ANN })
      await contact({ phone: BOB })
      const join = (phone: typeof ANN, mode: 'DIRECT' | 'SILENT') =>
        new JoinGroup(deps).execute({ account, phone, group: vip.id, mode })
      await join(ANN, 'DIRECT')
      await join(ANN, 'DIRECT')
      await join(BOB, 'SILENT')
      await new LeaveGroup(deps).execute({ account, phone: BOB, group: vip.id })
      await new LeaveGroup(deps).execute({ account, phone: BOB, group: vip.id })
      await text('START', { from: '+12025550177' })
      await text('YES', { from: '+12025550177' })
      expect(await readerOf(adapters, account)).toMatchObject({
        optIns: { DIRECT: 1, SILENT: 1, CONFIRMED: 1 },
        optOuts: { REMOVED: 1 },
      })
    })

    test('clicks count by visitor, and repeats do not', async () => {
      const adapters = await open()
      const { account, run } = await accountFixture(adapters)
      await run(({ trackingLinks }) => trackingLinks.put(aTrackingLink({ account: account.id, link: 'go.acme.com/a' })))
      const follow = (agent: string | null, address: string | null = null) =>
        new FollowLink(adapters).execute({ host: 'go.acme.com', path: '/a', agent, isOnlyALook: false, address })
      await follow('Mozilla/5.0 (iPhone)')
      await follow('Googlebot/2.1')
      for (let i = 0; i < 3; i++) await follow('Mozilla/5.0 (iPhone)', '192.0.2.1')
      expect(await readerOf(adapters, account)).toMatchObject({ clicks: { people: 2, bots: 1 } })
    })

    test('a worker moves the counts, and an erasure and the retention change nothing', async () => {
      const adapters = await open()
      const { send, receive, account, run } = await receiptFixture(adapters)
      const { id } = await send()
      await receive(id)
      const before = await readerOf(adapters, account)
      await run(async ({ accounts }) => {
        await accounts.save({ ...account, retention: { messages: 1, events: 1, clicks: 1 } })
      })
      adapters.clock.advance(3 * 86_400_000)
      await new TrimExpired(adapters).execute()
      expect(await run(({ messages }) => messages.find(account.id, id))).toBeNull()
      expect(await run(({ statistics }) => statistics.fold(account.id, account.timezone, 100))).toBe(0)
      expect(await readerOf(adapters, account)).toEqual(before)
    })
  })

  test('the days of the statistics are those of the account, without gaps', async () => {
    const { unitOfWork } = await open()
    const { account, run } = await accountFixture({ unitOfWork }, { timezone: parseTimeZone('America/New_York') })
    await run(({ statistics }) =>
      statistics.count(account.id, [{ statistic: 'sent', detail: '', at: after(-12 * 3_600), count: 2 }]),
    )
    const reader = new ReadStatistics({ unitOfWork, clock: { now: () => new Date('2026-03-01T03:00:00Z') } })
    const usual = await reader.execute({ account, from: null, to: null })
    expect(usual.timezone).toBe('America/New_York')
    expect(usual.days).toHaveLength(30)
    expect(usual.days.at(-1)).toMatchObject({ day: '2026-02-28', sent: 2, failed: { total: 0, by: {} } })
    expect(usual.days[0]).toMatchObject({ day: '2026-01-30', sent: 0 })
    await expect(reader.execute({ account, from: '2025-01-01', to: '2026-03-01' })).rejects.toMatchObject({
      details: {
        fields: [{ field: 'from', message: 'must be at most 399 days before the last day, which is 2026-03-01' }],
      },
    })
    await expect(reader.execute({ account, from: '2026-03-02', to: '2026-03-01' })).rejects.toThrow('from must not')
  })
}

/** The ids of the messages of a broadcast that were sent. */
async function run({ unitOfWork }: FlowAdapters, account: Account['id'], broadcast: string) {
  const range = { from: 0, until: 1_000, status: 'sent', offset: 0, limit: 100 } as const
  const found = await unitOfWork.run(({ messages }) => messages.ofBroadcast(account, broadcast as never, range))
  return { results: found.map(({ id }): MessageId => id) }
}
