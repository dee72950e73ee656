import {
  aTimetable,
  EIGHT,
  FROM_EIGHT_TO_NINE,
  memberNumber,
  NINE_IN_THE_EVENING,
  schedulingFixture,
  SEVEN,
  windowsFixture,
} from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { PhoneNumber } from '../../values/phone/phone-number.js'

/** Numbers in Honolulu (808) and in London, for which the zone of the account holds. */
const HONOLULU = '+18085550000' as PhoneNumber
const LONDON = '+442079460958' as PhoneNumber

const open = ({ now = SEVEN, ...given }: Parameters<typeof windowsFixture>[1] & { readonly now?: Date } = {}) =>
  windowsFixture(inMemory({ now }), given)

describe('a recipient whose sending window is closed', () => {
  test('is held: its message stays queued until the window opens, and is then sent', async () => {
    const { start, work, read, messages, at, sentTo, phones, failures } = await open()
    const { broadcast } = await start()
    await work()
    expect(await read(broadcast.id)).toMatchObject({
      status: 'sending',
      counts: { queued: 5, sent: 0, failed: 0, delivered: 0, held: 5 },
    })
    expect((await messages(broadcast.id)).results).toMatchObject(
      phones.map((to) => ({ to, status: 'queued', heldUntil: EIGHT.toISOString() })),
    )
    await at(new Date(EIGHT.getTime() - 1))
    expect(sentTo()).toEqual([])
    await at(EIGHT)
    expect(sentTo()).toEqual(phones)
    expect(await read(broadcast.id)).toMatchObject({
      status: 'completed',
      counts: { queued: 0, sent: 5, failed: 0, held: 0 },
    })
    expect((await messages(broadcast.id)).results.map(({ heldUntil }) => heldUntil)).toEqual(phones.map(() => null))
    expect(failures).toEqual([])
  })

  test('is not shown as held once its window has opened, although its text waits for a worker', async () => {
    const { start, work, messages, clock, phones } = await open()
    const { broadcast } = await start()
    await work()
    const shown = async () => {
      const pages = [await messages(broadcast.id), await messages(broadcast.id, { status: 'queued' })]
      return pages.map(({ results }) => results.map(({ status, heldUntil }) => [status, heldUntil]))
    }
    clock.set(new Date(EIGHT.getTime() - 1))
    const held = phones.map(() => ['queued', EIGHT.toISOString()])
    expect(await shown()).toEqual([held, held])
    clock.set(EIGHT)
    const released = phones.map(() => ['queued', null])
    expect(await shown()).toEqual([released, released])
  })

  test('waits by its own clock: that of its contact, else of its area code, else of the account', async () => {
    const { start, work, read, at, sentTo, recipients, contacts, phones, consenting } = await open()
    await consenting(HONOLULU, LONDON)
    await contacts({ phone: phones[0]!, tz: 'America/New_York' })
    const { broadcast } = await start({ recipients: recipients(HONOLULU, LONDON) })
    await work()
    expect(sentTo()).toEqual([phones[0], LONDON])
    expect((await read(broadcast.id)).counts).toMatchObject({ queued: 5, sent: 2, held: 5 })
    await at(EIGHT)
    expect(sentTo()).toEqual([phones[0], LONDON, ...phones.slice(1)])
    await at(new Date('2026-03-01T17:59:59Z'))
    expect(sentTo()).toHaveLength(6)
    await at(new Date('2026-03-01T18:00:00Z'))
    expect(sentTo().at(-1)).toBe(HONOLULU)
    expect((await read(broadcast.id)).status).toBe('completed')
  })

  test('is asked for its consent again when the window opens', async () => {
    const { start, work, at, sentTo, optOutNumber, messages, phones } = await open()
    const { broadcast } = await start()
    await work()
    await optOutNumber(phones[2]!)
    await at(EIGHT)
    expect(sentTo()).toEqual(phones.filter((phone) => phone !== phones[2]))
    expect((await messages(broadcast.id, { status: 'failed' })).results).toMatchObject([
      { to: phones[2], errorType: 'opted_out_before_send' },
    ])
  })

  test('is held although others of its slice are sent, or cannot be sent', async () => {
    const { start, work, read, sentTo, optOutNumber, contacts, phones, failures } = await open()
    await contacts({ phone: phones[0]!, tz: 'America/New_York' }, { phone: phones[4]!, tz: 'America/New_York' })
    const { broadcast } = await start()
    await optOutNumber(phones[4]!)
    await work()
    expect(sentTo()).toEqual([phones[0]])
    expect((await read(broadcast.id)).counts).toMatchObject({ queued: 3, sent: 1, failed: 1, held: 3 })
    expect(failures).toEqual([])
  })

  test('fails if it would wait longer than `holdAtMost`: nothing is paid, and its key is free again', async () => {
    const { start, work, at, read, messages, keyed, run, account, credits, sentTo } = await open({
      now: NINE_IN_THE_EVENING,
      hours: { ...FROM_EIGHT_TO_NINE, holdAtMost: '10h' },
    })
    const { broadcast } = await start({ kind: 'batch', body: null, recipients: keyed('key-a', 'key-b') })
    await work()
    expect(await read(broadcast.id)).toMatchObject({ status: 'failed', counts: { failed: 2, held: 0 } })
    expect((await messages(broadcast.id)).results).toMatchObject([
      { errorType: 'outside_sending_window', errorMessage: 'No sending window of the recipient opened soon enough' },
      { errorType: 'outside_sending_window' },
    ])
    expect(await credits()).toEqual({ sms: 100, mms: 0, reserved: { sms: 0, mms: 0 } })
    const used = await run(({ recipientKeys }) =>
      recipientKeys.used({
        account: account.id,
        phones: [memberNumber(0), memberNumber(1)],
        keys: ['key-a', 'key-b'],
        now: NINE_IN_THE_EVENING,
      }),
    )
    expect(used).toEqual(new Set())
    await at(new Date(NINE_IN_THE_EVENING.getTime() + 11 * 3_600_000))
    expect(sentTo()).toEqual([])
  })

  test('waits in a batch too', async () => {
    const { start, work, read, at, keyed } = await open()
    const { broadcast } = await start({ kind: 'batch', body: null, recipients: keyed('key-a', 'key-b', 'key-c') })
    await work()
    expect((await read(broadcast.id)).counts).toMatchObject({ queued: 3, held: 3 })
    await at(EIGHT)
    expect((await read(broadcast.id)).counts).toMatchObject({ sent: 3, held: 0 })
  })

  test('waits in a send of a schedule too, which is not late because of that', async () => {
    const contacts = [0, 1].map((n) => ({ phone: memberNumber(n), tz: 'America/Denver' as const }))
    const fixture = await schedulingFixture(inMemory({ now: SEVEN }), {
      contacts,
      account: { sendingHours: FROM_EIGHT_TO_NINE },
    })
    const { schedule, at, sends, sentTo, broadcast } = fixture
    const { id } = await schedule(aTimetable('2026-03-02T05:00'))
    await at('2026-03-02T05:00:00Z')
    expect(sentTo()).toEqual([])
    const [send] = await sends(id)
    expect(send).toMatchObject({ status: 'started' })
    expect((await broadcast(send!.broadcastId!)).counts).toMatchObject({ queued: 2, held: 2 })
    await at('2026-03-02T15:00:00Z')
    expect(sentTo()).toHaveLength(2)
  })
})

test('an account without windows sends at any time, and its broadcasts count nobody as held', async () => {
  const { start, work, read, sentTo, phones } = await open({ hours: { ...FROM_EIGHT_TO_NINE, windows: null } })
  const { broadcast } = await start()
  await work()
  expect(sentTo()).toEqual(phones)
  expect((await read(broadcast.id)).counts).toEqual({ queued: 0, sent: 5, failed: 0, delivered: 0 })
})
