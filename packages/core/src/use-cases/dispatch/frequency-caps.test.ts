import {
  aTimetable,
  broadcastingFixture,
  memberNumber,
  NOW,
  schedulingFixture,
  scriptedProvider,
  type BroadcastingGiven,
} from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { capOf, type DeclaredCap } from '../../model/frequency/frequency-cap.js'
import type { SubmissionOutcome } from '../../ports/sms-provider.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { DAY_MS, HOUR_MS } from '../../values/time/instant.js'
import { SendMessage } from '../messages/send-message.js'
import { Once } from '../idempotency/once.js'

const THROTTLED: SubmissionOutcome = { kind: 'try-later', afterMs: null }
const REFUSED: SubmissionOutcome = { kind: 'refused', type: 'carrier_rejected', message: 'Spam' }
const ONE = { messages: 1, per: '24h' } as const
const CAPPED = {
  status: 'failed',
  errorType: 'frequency_capped',
  errorMessage: 'The recipient has had as many messages as a frequency cap of the account allows: 1 message per 24h',
}

type Given = BroadcastingGiven & { readonly caps?: readonly DeclaredCap[] }

/** Three recipients, and a cap of one message a day. */
async function open({ caps = [ONE], ...given }: Given = {}) {
  const account = { frequencyCaps: caps.map(capOf), ...given.account }
  const fixture = await broadcastingFixture(inMemory({ now: NOW }), { members: 3, credits: 1_000, ...given, account })
  const { start, work, messages, run, account: own, provider } = fixture
  const setCaps = (changed: readonly DeclaredCap[]) =>
    run(async ({ accounts }) => accounts.save({ ...(await accounts.find(own.id))!, frequencyCaps: changed.map(capOf) }))
  return {
    ...fixture,
    setCaps,
    /** Sends a broadcast, and returns its id. */
    send: async (one: Parameters<typeof start>[0] = {}) => {
      const { broadcast } = await start(one)
      await work()
      return broadcast.id
    },
    failed: async (id: string) => (await messages(id, { status: 'failed' })).results,
    sentTo: () => provider.submitted.map(({ to }) => to),
    single: (to: PhoneNumber) =>
      new SendMessage({ ...fixture, once: new Once(fixture) }).execute({
        account: own,
        to,
        from: fixture.from,
        body: 'Hi',
        mediaUrl: null,
        idempotencyKey: null,
      }),
    uses: async () => (await run(({ frequencies }) => frequencies.find(own.id, fixture.phones))).size,
  }
}

describe('a recipient for whom a cap is reached', () => {
  test('is left out at dispatch: the message fails, is not submitted, and its credits are released', async () => {
    const { send, sentTo, phones, read, failed, credits } = await open({ credits: 12 })
    await send()
    const before = await credits()
    const second = await send()
    expect(sentTo()).toEqual(phones)
    expect(await read(second)).toMatchObject({ status: 'failed', counts: { queued: 0, sent: 0, failed: 3 } })
    expect(await failed(second)).toMatchObject(phones.map((to) => ({ ...CAPPED, to })))
    expect(await credits()).toEqual(before)
  })

  test('is only that one: the others of the broadcast are sent', async () => {
    const { send, sentTo, phones, read } = await open()
    const recipients = { phones: [phones[1]!], keys: null, bodies: ['Hi'], mediaUrls: null }
    await send({ kind: 'batch', body: null, recipients })
    const second = await send()
    expect((await read(second)).counts).toMatchObject({ sent: 2, failed: 1 })
    expect(sentTo()).toEqual([phones[1], phones[0], phones[2]])
  })

  test('may have its recipient key used again', async () => {
    const { send, phones, run, account } = await open()
    await send()
    const keys = phones.map((_, n) => `key-${n}`)
    await send({ kind: 'batch', body: 'Hi', recipients: { phones, keys, bodies: null, mediaUrls: null } })
    const used = await run(({ recipientKeys }) => recipientKeys.used({ account: account.id, phones, keys, now: NOW }))
    expect(used).toEqual(new Set())
  })

  test('can get the next message when the period has passed, and no earlier', async () => {
    const { send, clock, read } = await open()
    await send()
    clock.advance(DAY_MS - 1)
    expect((await read(await send())).counts).toMatchObject({ sent: 0 })
    clock.advance(1)
    expect((await read(await send())).counts).toMatchObject({ sent: 3 })
  })

  test('is left out by the first of several caps that is reached', async () => {
    const { send, clock, failed } = await open({
      caps: [
        { messages: 2, per: '24h' },
        { messages: 3, per: '7d' },
      ],
    })
    await send()
    await send()
    expect((await failed(await send()))[0]!.errorMessage).toContain('2 messages per 24h')
    clock.advance(DAY_MS)
    await send()
    expect((await failed(await send()))[0]!.errorMessage).toContain('3 messages per 7d')
  })

  test('is reported to webhooks', async () => {
    const { send, listenTo, events } = await open({ members: 1 })
    await send()
    await listenTo('message.failed')
    await send()
    expect(await events()).toMatchObject([
      { type: 'message.failed', data: { message: { errorType: 'frequency_capped' } } },
    ])
  })

  test('fails again in a retry of the broadcast, until the period has passed', async () => {
    const { send, retry, work, read, clock } = await open()
    await send()
    const again = await retry(await send())
    await work()
    expect((await read(again.broadcast.id)).counts).toMatchObject({ failed: 3 })
    clock.advance(DAY_MS)
    const later = await retry(again.broadcast.id)
    await work()
    expect((await read(later.broadcast.id)).counts).toMatchObject({ sent: 3 })
  })

  test('is left out in a send of a schedule too', async () => {
    const contacts = [0, 1].map((n) => ({ phone: memberNumber(n) }))
    const given = { contacts, account: { frequencyCaps: [capOf(ONE)] } }
    const { schedule, at, sends, sentTo, messages } = await schedulingFixture(inMemory({ now: NOW }), given)
    await schedule(aTimetable('2026-03-01T13:00'))
    const { id } = await schedule(aTimetable('2026-03-01T14:00'))
    await at('2026-03-01T13:00:00Z')
    await at('2026-03-01T14:00:00Z')
    expect(sentTo()).toHaveLength(2)
    const [send] = await sends(id)
    expect((await messages(send!.broadcastId!, { status: 'failed' })).results).toMatchObject([CAPPED, CAPPED])
  })
})

describe('the order of checks', () => {
  test('is consent first: a recipient without consent uses nothing of a cap', async () => {
    const { send, optOutNumber, phones, failed, start, work, uses } = await open({ members: 1 })
    const { broadcast } = await start()
    await optOutNumber(phones[0]!)
    await work()
    expect(await failed(broadcast.id)).toMatchObject([{ errorType: 'opted_out_before_send' }])
    expect(await uses()).toBe(0)
    await expect(send()).rejects.toMatchObject({ code: 'recipient-opted-out' })
  })

  test('is landlines next: a known landline uses nothing, and one that is found by the look-up gives its use back', async () => {
    const directory = { lookUp: async (phones: readonly unknown[]) => phones.map(() => LANDLINE) }
    const { send, failed, uses } = await open({ members: 1, directory, account: { refuseLandlines: true } })
    for (const how of ['found', 'known']) {
      const [message] = await failed(await send())
      expect([how, message!.errorType, await uses()]).toEqual([how, 'invalid_destination', 0])
    }
  })

  test('is the cap before the text: a blocked text uses nothing', async () => {
    const { send, contacts, phones, failed, uses } = await open({ members: 1 })
    await contacts({ phone: phones[0]!, firstName: 'bit', lastName: 'ly/x' })
    const body = '{{contact_first_name}}.{{contact_last_name}}'
    expect(await failed(await send({ body }))).toMatchObject([{ errorType: 'content_blocked' }])
    expect(await uses()).toBe(0)
    await send()
    expect(await failed(await send({ body }))).toMatchObject([{ errorType: 'frequency_capped' }])
  })
})

const LANDLINE = { name: 'Bell', lineType: 'landline' } as const

describe('what counts:', () => {
  test('a message that the carrier refused after it was submitted', async () => {
    const { send, provider, failed } = await open({ members: 1 })
    provider.script.push(REFUSED)
    await send()
    expect(await failed(await send())).toMatchObject([CAPPED])
  })

  test('a message that is tried again, once, from its last try', async () => {
    const { send, provider, clock, work, read, failed } = await open({
      members: 1,
      caps: [{ messages: 2, per: '24h' }],
    })
    provider.script.push(THROTTLED)
    const first = await send()
    clock.advance(10 * 60_000)
    await work()
    expect((await read(first)).counts).toMatchObject({ sent: 1 })
    expect((await read(await send())).counts).toMatchObject({ sent: 1 })
    clock.advance(DAY_MS - 1)
    expect(await failed(await send())).toHaveLength(1)
    clock.advance(1)
    expect((await read(await send())).counts).toMatchObject({ sent: 1 })
  })

  test('a waiting message, which is sent although the cap was reached after its first try', async () => {
    const { send, provider, clock, work, read, setCaps } = await open({ members: 1 })
    provider.script.push(THROTTLED)
    const first = await send()
    const second = await send()
    expect((await read(second)).counts).toMatchObject({ failed: 1 })
    await setCaps([{ messages: 1, per: '30d' }])
    clock.advance(60_000)
    await work()
    expect((await read(first)).counts).toMatchObject({ sent: 1, failed: 0 })
  })

  test('not a message that the provider did not take for an hour', async () => {
    const { send, provider, clock, work, failed, uses, read } = await open({ members: 1 })
    provider.script.push(...Array.from({ length: 100 }, () => THROTTLED))
    const first = await send()
    for (let minutes = 0; minutes <= 61; minutes++) {
      clock.advance(60_000)
      await work()
    }
    expect(await failed(first)).toMatchObject([{ errorType: 'provider_unavailable' }])
    expect(await uses()).toBe(0)
    provider.script.splice(0)
    expect((await read(await send())).counts).toMatchObject({ sent: 1 })
  })

  test('not a message that is canceled while it waits', async () => {
    const { send, provider, cancel, uses, read } = await open()
    provider.script.push(THROTTLED, THROTTLED, THROTTLED)
    const first = await send()
    expect(await uses()).toBe(3)
    await cancel(first)
    expect(await uses()).toBe(0)
    expect((await read(await send())).counts).toMatchObject({ sent: 3 })
  })

  test('not a message whose broadcast is canceled while the provider refuses to take it', async () => {
    const { start, work, provider, cancel, uses } = await open({ members: 1 })
    const { broadcast } = await start()
    provider.script.push(async () => {
      await cancel(broadcast.id)
      return THROTTLED
    })
    await work()
    expect(await uses()).toBe(0)
  })

  test('not a waiting message whose recipient opts out', async () => {
    const { send, provider, clock, work, optOutNumber, phones, uses, failed } = await open({ members: 1 })
    provider.script.push(THROTTLED)
    const first = await send()
    await optOutNumber(phones[0]!)
    clock.advance(60_000)
    await work()
    expect(await failed(first)).toMatchObject([{ errorType: 'opted_out_before_send' }])
    expect(await uses()).toBe(0)
  })

  test('a message in doubt, until it ends without being taken', async () => {
    const provider = scriptedProvider({ deduplicates: true, canBeAsked: true })
    const { send, clock, work, uses, failed, read } = await open({ members: 1, provider })
    provider.script.push({ kind: 'unknown' }, ...Array.from({ length: 200 }, () => THROTTLED))
    const first = await send()
    expect((await failed(await send()))[0]).toMatchObject(CAPPED)
    for (let minutes = 0; minutes <= 62; minutes++) {
      clock.advance(60_000)
      await work()
    }
    expect(await failed(first)).toMatchObject([{ errorType: 'provider_unavailable' }])
    expect(await uses()).toBe(0)
    provider.script.splice(0)
    expect((await read(await send())).counts).toMatchObject({ sent: 1 })
  })

  test('a message whose outcome stays unknown, because it may have been sent', async () => {
    const provider = scriptedProvider({ deduplicates: false })
    const { send, failed } = await open({ members: 1, provider })
    provider.script.push({ kind: 'unknown' })
    expect(await failed(await send())).toMatchObject([{ errorType: 'unknown_outcome' }])
    expect(await failed(await send())).toMatchObject([CAPPED])
  })

  test('single sends, only for a cap that counts all; they themselves are not capped', async () => {
    const { send, single, phones, setCaps, read, failed } = await open({ members: 1 })
    await single(phones[0]!)
    expect((await read(await send())).counts).toMatchObject({ sent: 1 })
    expect((await single(phones[0]!)).message).toMatchObject({ status: 'sent' })
    await setCaps([{ messages: 4, per: '24h', counts: 'all' }])
    expect((await read(await send())).counts).toMatchObject({ sent: 1 })
    expect((await failed(await send()))[0]).toMatchObject({ errorType: 'frequency_capped' })
  })

  test('nothing from before the account had caps', async () => {
    const { send, setCaps, uses, read, failed } = await open({ caps: [] })
    await send()
    expect(await uses()).toBe(0)
    await setCaps([ONE])
    expect((await read(await send())).counts).toMatchObject({ sent: 3 })
    expect(await failed(await send())).toHaveLength(3)
  })

  test('by account: the texts of another account do not count', async () => {
    const { send, run, account, phones, neighbour, read } = await open({ members: 1 })
    const other = await neighbour()
    await run(async ({ frequencies }) => {
      await frequencies.lock(other.id, phones)
      await frequencies.save(other.id, new Map([[phones[0]!, [{ message: 'msg_1', atMs: NOW.getTime() }]]]))
    })
    expect(account.id).not.toBe(other.id)
    expect((await read(await send())).counts).toMatchObject({ sent: 1 })
  })
})

describe('caps hold as they are when a slice is dispatched:', () => {
  test('a cap that is set after a broadcast was accepted holds for it', async () => {
    const { start, work, send, setCaps, read } = await open()
    await send()
    await setCaps([])
    const { broadcast } = await start()
    await setCaps([ONE])
    await work()
    expect((await read(broadcast.id)).counts).toMatchObject({ failed: 3 })
  })

  test('without caps, nothing is read or stored', async () => {
    const { send, uses, read } = await open({ caps: [] })
    await send()
    expect((await read(await send())).counts).toMatchObject({ sent: 3 })
    expect(await uses()).toBe(0)
  })
})

describe('a cap with a group', () => {
  const withGroup = async () => {
    const fixture = await open({ caps: [{ ...ONE, group: 'VIP' }] })
    const vip = await fixture.group({ name: 'VIP' })
    const member = await fixture.contact({ phone: fixture.phones[0]! })
    await fixture.member(member, vip)
    const other = await fixture.contact({ phone: fixture.phones[1]! })
    await fixture.member(other, await fixture.group({ name: 'News' }))
    return { ...fixture, vip, vipMember: member }
  }

  test('holds only for its active members, whatever their messages were sent for', async () => {
    const { send, failed, phones, read } = await withGroup()
    await send()
    const second = await send()
    expect((await read(second)).counts).toMatchObject({ sent: 2, failed: 1 })
    expect(await failed(second)).toMatchObject([
      {
        to: phones[0],
        errorMessage: `${CAPPED.errorMessage} to members of "VIP"`,
      },
    ])
  })

  test('holds no longer for who has left the group, and counts what was sent before for who joins', async () => {
    const { send, read, run, account, vip, vipMember, phones, contact, member } = await withGroup()
    await send()
    const [left] = await run((stores) => stores.memberships.of(account.id, [vipMember.id]))
    await run((stores) => stores.memberships.save([{ ...left!, state: 'removed' }]))
    await member(await contact({ phone: phones[2]! }), vip)
    expect((await read(await send())).counts).toMatchObject({ sent: 2, failed: 1 })
  })
})

test('two broadcasts at once never pass a cap together, and nobody below it is left out', async () => {
  const members = 40
  const { start, work, sentTo, phones } = await open({ members, caps: [{ messages: 2, per: '7d' }] })
  await Promise.all(Array.from({ length: 5 }, () => start()))
  await Promise.all([work(), work(), work()])
  const texts = sentTo()
  expect(phones.map((phone) => texts.filter((to) => to === phone).length)).toEqual(Array(members).fill(2))
})

test('uses are trimmed when no cap can count them any more', async () => {
  const { send, run, account, clock, uses } = await open()
  await send()
  clock.advance(30 * DAY_MS - 1)
  const trim = () => run(({ frequencies }) => frequencies.trim(account.id, clock.now(), 100))
  expect([await trim(), await uses()]).toEqual([0, 3])
  clock.advance(HOUR_MS)
  expect([await trim(), await uses()]).toEqual([3, 0])
})
