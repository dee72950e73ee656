import { aMessageQuery, ANN, finishDueMessages, sendingFixture, type SendingGiven } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { WEEKDAYS } from '../../values/time/weekday.js'
import { capOf } from '../../model/frequency/frequency-cap.js'
import { DEFAULT_SENDING_HOURS, type SendingHours } from '../../model/windows/sending-windows.js'
import type { SubmissionOutcome } from '../../ports/sms-provider.js'
import type { MessageId } from '../../values/ids.js'
import { FinishMessage } from './finish-message.js'
import { ListMessages, ReadMessage } from './read-message.js'

/** Ann's area code is that of Washington. */
const CLOSED = new Date('2026-03-01T12:00:00Z')
const OPENS = new Date('2026-03-01T13:00:00Z')
const CLOSES = new Date('2026-03-02T02:00:00Z')
const OPENS_NEXT = new Date('2026-03-02T13:00:00Z')
const DAILY: SendingHours = { ...DEFAULT_SENDING_HOURS, windows: [{ days: WEEKDAYS, from: '08:00', to: '21:00' }] }
const THROTTLED: SubmissionOutcome = { kind: 'try-later', afterMs: null }
const NEVER = new Promise<SubmissionOutcome>(() => undefined)
const RESPECTFUL = { respectWindows: true, idempotencyKey: 'once' }

async function open({
  now = CLOSED,
  hours = DAILY,
  ...given
}: SendingGiven & { now?: Date; hours?: SendingHours } = {}) {
  const adapters = inMemory({ now })
  const fixture = await sendingFixture(adapters, { ...given, account: { sendingHours: hours } })
  const { account, run, clock, provider } = fixture
  const finishMessage = new FinishMessage({ ...adapters, provider })
  return {
    ...fixture,
    unitOfWork: adapters.unitOfWork,
    at: async (instant: Date) => {
      clock.set(instant)
      await finishDueMessages(finishMessage, { run, account: account.id, now: instant })
    },
    sentTo: () => provider.submitted.map(({ to }) => to),
  }
}

describe('a single message that respects windows', () => {
  test('is held while the window of its recipient is closed, and is sent when it opens', async () => {
    const { send, at, stored, sentTo, credits } = await open()
    const { message } = await send(RESPECTFUL)
    expect(message).toMatchObject({ status: 'queued', heldUntil: OPENS.toISOString(), sentAt: null })
    expect(await credits()).toMatchObject({ reserved: { sms: 2 } })
    await at(new Date(OPENS.getTime() - 1))
    expect(sentTo()).toEqual([])
    await at(OPENS)
    expect(sentTo()).toEqual([ANN])
    expect(await stored(message.id)).toMatchObject({ status: 'sent', sentAt: OPENS })
  })

  test('is not shown as held once the window has opened, although it waits for a worker', async () => {
    const { send, clock, account, unitOfWork } = await open()
    const { message } = await send(RESPECTFUL)
    const shown = async () => {
      const read = await new ReadMessage({ unitOfWork, clock }).execute({ account, id: message.id as MessageId })
      const { results } = await new ListMessages({ unitOfWork, clock }).execute({ account, query: aMessageQuery() })
      return [read, ...results].map(({ status, heldUntil }) => [status, heldUntil])
    }
    clock.set(new Date(OPENS.getTime() - 1))
    const held = ['queued', OPENS.toISOString()]
    expect(await shown()).toEqual([held, held])
    clock.set(OPENS)
    const released = ['queued', null]
    expect(await shown()).toEqual([released, released])
  })

  test('is answered at once, and a repeat with its key gets the same answer, before and after it is sent', async () => {
    const { send, at } = await open()
    const first = await send(RESPECTFUL)
    expect(await send(RESPECTFUL)).toEqual({ message: first.message, replayed: true })
    await at(OPENS)
    expect(await send(RESPECTFUL)).toEqual({ message: first.message, replayed: true })
  })

  test('is sent at once while the window is open, and is not marked', async () => {
    const { send } = await open({ now: OPENS })
    expect((await send(RESPECTFUL)).message).toMatchObject({ status: 'sent', heldUntil: null })
  })

  test('fails if it would wait too long: it costs nothing, and its key is free again', async () => {
    const { send, credits, sentTo } = await open({ now: CLOSES, hours: { ...DAILY, holdAtMost: '10h' } })
    const first = await send(RESPECTFUL)
    expect(first.message).toMatchObject({ status: 'failed', errorType: 'outside_sending_window', heldUntil: null })
    expect(await credits()).toEqual({ sms: 10, mms: 2, reserved: { sms: 0, mms: 0 } })
    expect((await send(RESPECTFUL)).replayed).toBe(false)
    expect(sentTo()).toEqual([])
  })

  test('is asked for its consent again when the window opens', async () => {
    const { send, at, optOut, stored, sentTo } = await open()
    const { message } = await send(RESPECTFUL)
    await optOut(ANN)
    await at(OPENS)
    expect(await stored(message.id)).toMatchObject({ status: 'failed', failure: { type: 'opted_out_before_send' } })
    expect(sentTo()).toEqual([])
  })

  test('is held again if the window closes before the provider takes it', async () => {
    const { send, at, stored, provider, sentTo } = await open({ now: new Date(CLOSES.getTime() - 60_000) })
    provider.script.push(THROTTLED)
    const { message } = await send(RESPECTFUL)
    expect(message).toMatchObject({ status: 'queued', heldUntil: null })
    await at(CLOSES)
    expect(await stored(message.id)).toMatchObject({ status: 'queued', heldUntil: OPENS_NEXT })
    await at(new Date(OPENS_NEXT.getTime() - 1))
    expect(sentTo()).toHaveLength(1)
    await at(OPENS_NEXT)
    expect(await stored(message.id)).toMatchObject({ status: 'sent' })
  })

  test('is not submitted again outside of a window, if its outcome is unknown', async () => {
    const { send, at, provider, sentTo, clock, run, account } = await open({ now: new Date(CLOSES.getTime() - 20_000) })
    provider.script.push(() => NEVER)
    void send(RESPECTFUL)
    await provider.untilSubmitted(1)
    for (let minutes = 1; minutes <= 70; minutes++) await at(new Date(clock.now().getTime() + 60_000))
    expect(sentTo()).toHaveLength(1)
    const { results } = await run(({ messages }) => messages.list(account.id, aMessageQuery()))
    expect(results).toMatchObject([{ status: 'failed', failure: { type: 'unknown_outcome' } }])
  })

  test('is refused as any other: what it may not be sent for is found when it is requested', async () => {
    const { send, optOut } = await open()
    await optOut(ANN)
    await expect(send(RESPECTFUL)).rejects.toMatchObject({ code: 'recipient-opted-out' })
  })
})

test('a single message that waits for its window counts towards frequency caps when the window opens', async () => {
  const { send, run, account, clock } = await open()
  const capped = { ...account, sendingHours: DAILY, frequencyCaps: [capOf({ messages: 1, per: '1h', counts: 'all' })] }
  await run(({ accounts }) => accounts.save(capped))
  const both = { respectWindows: true, respectCaps: true, account: capped }
  expect((await send(both)).message).toMatchObject({ status: 'queued', heldUntil: OPENS.toISOString() })
  clock.set(new Date(CLOSED.getTime() + 30 * 60_000))
  await expect(send(both)).rejects.toThrow('2026-03-01T14:00:00.000Z')
})

test('a single message whose request does not say so is sent at any time', async () => {
  const { send } = await open()
  expect((await send()).message).toMatchObject({ status: 'sent', heldUntil: null })
  expect((await send({ respectWindows: false })).message).toMatchObject({ status: 'sent', heldUntil: null })
})

test('a message that respects windows is sent at once if the account has none', async () => {
  const { send } = await open({ hours: DEFAULT_SENDING_HOURS })
  expect((await send(RESPECTFUL)).message).toMatchObject({ status: 'sent', heldUntil: null })
})

describe('a single message to a member of a group that has windows of its own', () => {
  const LATER = { days: WEEKDAYS, from: '10:00', to: '22:00', group: 'VIP' }
  const withGroup = async () => {
    const fixture = await open({ hours: { ...DAILY, windows: [...DAILY.windows!, LATER] } })
    const { group, member, run, account } = fixture
    const vip = await group({ name: 'VIP' })
    const ann = (await run((stores) => stores.contacts.findAll(account.id, [ANN]))).get(ANN)
    await member(ann ?? (await fixture.contact({ phone: ANN })), vip)
    return { ...fixture, vip }
  }

  test('is held until one of those opens', async () => {
    const { send, at, sentTo } = await withGroup()
    const { message } = await send(RESPECTFUL)
    expect(message).toMatchObject({ status: 'queued', heldUntil: '2026-03-01T15:00:00.000Z' })
    await at(OPENS)
    expect(sentTo()).toEqual([])
    await at(new Date('2026-03-01T15:00:00Z'))
    expect(sentTo()).toEqual([ANN])
  })

  test('has the windows that the account has when it would be sent', async () => {
    const { send, at, sentTo, run, account, vip } = await withGroup()
    await send(RESPECTFUL)
    await run(async ({ accounts, groups }) => {
      await groups.put({ ...vip, name: 'Gold' })
      const windows = [{ ...LATER, from: '11:00', group: 'Gold' }]
      await accounts.save({ ...account, sendingHours: { ...DAILY, windows } })
    })
    await at(new Date('2026-03-01T15:00:00Z'))
    expect(sentTo()).toEqual([])
    await at(new Date('2026-03-01T16:00:00Z'))
    expect(sentTo()).toEqual([ANN])
  })

  test('is sent at once without `respectWindows`', async () => {
    const { send } = await withGroup()
    expect((await send()).message).toMatchObject({ status: 'sent', heldUntil: null })
  })
})
