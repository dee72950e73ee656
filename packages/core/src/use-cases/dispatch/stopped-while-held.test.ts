import { EIGHT, eraserOf, FROM_EIGHT_TO_NINE, SEVEN, windowsFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { windowOf } from '../../model/windows/sending-windows.js'
import { WEEKDAYS } from '../../values/time/weekday.js'

const DENVER = 'America/Denver'
/** Members of the group VIP may be texted twelve hours earlier than others. */
const EVENING = windowOf({ days: WEEKDAYS, from: '20:00', to: '21:00' })
const ALL_DAY = windowOf({ days: WEEKDAYS, from: '08:00', to: '21:00', group: 'VIP' })
const CANARY = { recipients: 2, waitMinutes: 1, stopWhen: { atLeast: 2 } }
const FREE = { sms: 0, mms: 0 }

/** Five recipients in Denver and in the group VIP, who are held until eight. */
async function open({ holdAtMost = '24h' }: { readonly holdAtMost?: string } = {}) {
  const adapters = inMemory({ now: SEVEN })
  const hours = { ...FROM_EIGHT_TO_NINE, windows: [EVENING, ALL_DAY], holdAtMost }
  const fixture = await windowsFixture(adapters, { hours })
  const { account, phones, run } = fixture
  const vip = await fixture.group({ name: 'VIP' })
  const members = await fixture.contacts(...phones.map((phone) => ({ phone, tz: DENVER }) as const))
  for (const each of members) await fixture.member(each, vip)
  /** The recipient leaves all groups. */
  const leave = (n: number, optedOutAt: Date | null) =>
    run(async ({ memberships, consents }) => {
      const phone = phones[n]!
      const left = await memberships.of(account.id, [members[n]!.id])
      await memberships.save(left.map((membership) => ({ ...membership, state: 'removed' as const })))
      const consent = await consents.find(account.id, phone)
      await consents.save([{ ...consent, activeGroups: 0, optedOutAt }])
    })
  return { ...fixture, leave, erase: (n: number) => eraserOf({ ...adapters, ...fixture })(account.name, phones[n]!) }
}

describe('a recipient who may not be texted any more when a window opens', () => {
  test.each([
    ['24h', 'has opted out', 'opted_out_before_send', SEVEN],
    ['24h', 'is in no group any more', 'not_opted_in_before_send', null],
    ['1h', 'has opted out', 'opted_out_before_send', SEVEN],
    ['1h', 'is in no group any more', 'not_opted_in_before_send', null],
  ] as const)(
    'with `holdAtMost` of %s, does not wait for the window of others if it %s',
    async (holdAtMost, _, errorType, optedOutAt) => {
      const { start, work, at, read, messages, sentTo, phones, leave, credits, failures } = await open({ holdAtMost })
      const { broadcast } = await start()
      await work()
      await leave(1, optedOutAt)
      await at(EIGHT)
      expect(sentTo()).toEqual(phones.filter((phone) => phone !== phones[1]))
      expect(await read(broadcast.id)).toMatchObject({ status: 'completed', counts: { sent: 4, failed: 1, held: 0 } })
      const failed = await messages(broadcast.id, { status: 'failed' })
      expect(failed.results).toMatchObject([{ to: phones[1], errorType }])
      expect((await credits()).reserved).toEqual(FREE)
      expect(failures).toEqual([])
    },
  )

  test('does not keep the others from being released after a canary', async () => {
    const { start, work, at, sentTo, phones, leave } = await open()
    await start({ canary: CANARY })
    await work()
    await leave(1, SEVEN)
    await at(EIGHT)
    expect(sentTo()).toEqual([phones[0]])
    for (let minutes = 1; minutes <= 10; minutes++) await at(new Date(EIGHT.getTime() + minutes * 60_000))
    expect(sentTo()).toHaveLength(4)
  })

  test('waits for another window if it may be texted', async () => {
    const { start, work, at, messages, group, member, run, account, phones } = await open()
    const { broadcast } = await start()
    await work()
    const [contact] = await run(async ({ contacts }) => [
      ...(await contacts.findAll(account.id, [phones[1]!])).values(),
    ])
    await run(async ({ memberships }) => {
      const left = await memberships.of(account.id, [contact!.id])
      await memberships.save(left.map((membership) => ({ ...membership, state: 'removed' as const })))
    })
    await member(contact!, await group({ name: 'Other' }))
    await at(EIGHT)
    const { results } = await messages(broadcast.id, { status: 'queued' })
    expect(results).toMatchObject([{ to: phones[1], heldUntil: '2026-03-02T03:00:00.000Z' }])
  })
})

describe('an erased recipient', () => {
  test('does not wait for a window by the clock of the account', async () => {
    const { start, work, at, read, messages, phones, sentTo, erase, credits } = await open()
    const { broadcast } = await start()
    await work()
    await erase(1)
    await at(EIGHT)
    expect(sentTo()).toEqual(phones.filter((phone) => phone !== phones[1]))
    expect(await read(broadcast.id)).toMatchObject({ status: 'completed', counts: { sent: 4, failed: 1, held: 0 } })
    expect((await messages(broadcast.id, { status: 'failed' })).results).toMatchObject([{ errorType: 'erased' }])
    expect((await credits()).reserved).toEqual(FREE)
  })

  test('who was not begun yet fails as erased, although the windows are closed', async () => {
    const { start, work, read, messages, erase } = await open({ holdAtMost: '1h' })
    const { broadcast } = await start()
    await erase(1)
    await work()
    expect((await read(broadcast.id)).counts).toMatchObject({ failed: 1, held: 4 })
    expect((await messages(broadcast.id, { status: 'failed' })).results).toMatchObject([{ errorType: 'erased' }])
  })
})
