import {
  aTimetable,
  EIGHT,
  FROM_EIGHT_TO_NINE,
  memberNumber,
  NINE_IN_THE_EVENING,
  schedulingFixture,
  scriptedProvider,
  SEVEN,
  windowsFixture,
} from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { windowOf, type SendingHours } from '../../model/windows/sending-windows.js'
import type { SubmissionOutcome } from '../../ports/sms-provider.js'
import { WEEKDAYS } from '../../values/time/weekday.js'

/** In Denver, where the members are, the window of the group VIP opens two hours after the general one. */
const TEN = new Date('2026-03-01T17:00:00Z')
const DAILY = { days: WEEKDAYS, from: '08:00', to: '21:00' }
const LATER = windowOf({ days: WEEKDAYS, from: '10:00', to: '22:00', group: 'VIP' })
const HOURS: SendingHours = { ...FROM_EIGHT_TO_NINE, windows: [DAILY, LATER] }
const DENVER = 'America/Denver'
const NEVER = new Promise<SubmissionOutcome>(() => undefined)

/** Five recipients in Denver, of whom the first two are in the group VIP, and the third has left it. */
async function open({ now = SEVEN, ...given }: Parameters<typeof windowsFixture>[1] & { readonly now?: Date } = {}) {
  const fixture = await windowsFixture(inMemory({ now }), { hours: HOURS, ...given })
  const { phones, contact, member, run, account } = fixture
  const vip = await fixture.group({ name: 'VIP' })
  const [first, second, third] = [
    await contact({ phone: phones[0]!, tz: DENVER }),
    await contact({ phone: phones[1]!, tz: DENVER }),
    await contact({ phone: phones[2]!, tz: DENVER }),
  ]
  await member(first, vip)
  await member(second, vip)
  await member(third, vip, { state: 'removed' })
  return {
    ...fixture,
    vip,
    members: phones.slice(0, 2),
    others: phones.slice(2),
    /** The first member leaves the group. */
    leave: () =>
      run(async ({ memberships }) => {
        const [membership] = await memberships.of(account.id, [first.id])
        await memberships.save([{ ...membership!, state: 'removed' }])
      }),
    join: async (n: number) => member(n === 2 ? third : await contact({ phone: phones[n]!, tz: DENVER }), vip),
  }
}

describe('a recipient in a group that has sending windows of its own', () => {
  test('is held until one of those opens, and others until a general one does', async () => {
    const { start, work, at, read, messages, sentTo, members, others, failures } = await open()
    const { broadcast } = await start()
    await work()
    const { results } = await messages(broadcast.id)
    expect(results.map(({ heldUntil }) => heldUntil)).toEqual(
      [TEN, TEN, EIGHT, EIGHT, EIGHT].map((date) => date.toISOString()),
    )
    await at(EIGHT)
    expect(sentTo()).toEqual(others)
    expect((await read(broadcast.id)).counts).toMatchObject({ queued: 2, sent: 3, held: 2 })
    await at(TEN)
    expect(sentTo()).toEqual([...others, ...members])
    expect(await read(broadcast.id)).toMatchObject({ status: 'completed', counts: { sent: 5, held: 0 } })
    expect(failures).toEqual([])
  })

  test('is texted while one of those is open, although the general ones are closed', async () => {
    const { start, work, sentTo, members } = await open({ now: NINE_IN_THE_EVENING })
    await start()
    await work()
    expect(sentTo()).toEqual(members)
  })

  test('in several such groups is texted in the windows of all of them', async () => {
    const early = windowOf({ days: WEEKDAYS, from: '06:00', to: '07:30', group: 'Early' })
    const fixture = await open({ hours: { ...HOURS, windows: [DAILY, LATER, early] } })
    const { start, work, at, sentTo, members, group, member, run, account, others } = fixture
    const contacts = await run((stores) => stores.contacts.findAll(account.id, members))
    await member(contacts.get(members[1]!)!, await group({ name: 'Early' }))
    await start()
    await work()
    expect(sentTo()).toEqual([members[1]])
    await at(EIGHT)
    expect(sentTo()).toEqual([members[1], ...others])
    await at(TEN)
    expect(sentTo().at(-1)).toBe(members[0])
  })

  test('must wait for its windows if all windows are those of groups, and others need not', async () => {
    const { start, work, at, sentTo, members, others } = await open({ hours: { ...HOURS, windows: [LATER] } })
    await start()
    await work()
    expect(sentTo()).toEqual(others)
    await at(TEN)
    expect(sentTo()).toEqual([...others, ...members])
  })

  test('is in the group only while its membership is active', async () => {
    const { start, work, at, sentTo, phones, join } = await open()
    await join(2)
    await start()
    await work()
    await at(EIGHT)
    expect(sentTo()).toEqual(phones.slice(3))
  })

  test('fails if it would wait longer than `holdAtMost` of the account', async () => {
    const { start, work, messages, members } = await open({ hours: { ...HOURS, holdAtMost: '2h' } })
    const { broadcast } = await start()
    await work()
    const { results } = await messages(broadcast.id, { status: 'failed' })
    expect(results).toMatchObject(members.map((to) => ({ to, errorType: 'outside_sending_window' })))
  })

  test('waits in a batch too', async () => {
    const { start, work, at, sentTo, keyed, members } = await open()
    await start({ kind: 'batch', body: null, recipients: keyed('key-a', 'key-b', 'key-c') })
    await work()
    await at(EIGHT)
    expect(sentTo()).toEqual([memberNumber(2)])
    await at(TEN)
    expect(sentTo()).toEqual([memberNumber(2), ...members])
  })

  test('waits in a send of a schedule too', async () => {
    const contacts = [0, 1].map((n) => ({ phone: memberNumber(n), tz: DENVER }) as const)
    const account = { sendingHours: { ...HOURS, windows: [DAILY, { ...LATER, group: 'Late' }] } }
    const { schedule, at, sentTo, anotherGroup, member, run, ...fixture } = await schedulingFixture(
      inMemory({ now: SEVEN }),
      {
        contacts,
        account,
      },
    )
    const found = await run((stores) => stores.contacts.findAll(fixture.account.id, [memberNumber(0)]))
    await member(found.get(memberNumber(0))!, await anotherGroup({ name: 'Late' }))
    await schedule(aTimetable('2026-03-02T05:00'))
    await at('2026-03-02T05:00:00Z')
    await at('2026-03-02T15:00:00Z')
    expect(sentTo()).toEqual([memberNumber(1)])
    await at('2026-03-02T17:00:00Z')
    expect(sentTo()).toEqual([memberNumber(1), memberNumber(0)])
  })
})

describe('while a recipient is held', () => {
  test('who leaves the group has the general windows when the window of the group opens', async () => {
    const { start, work, at, sentTo, members, others, leave, read } = await open({
      hours: { ...HOURS, windows: [{ ...DAILY, to: '09:00' }, LATER] },
    })
    const { broadcast } = await start()
    await work()
    await at(EIGHT)
    await leave()
    await at(TEN)
    expect(sentTo()).toEqual([...others, members[1]])
    expect((await read(broadcast.id)).counts).toMatchObject({ queued: 1, held: 1 })
    await at(new Date('2026-03-02T15:00:00Z'))
    expect(sentTo().at(-1)).toBe(members[0])
  })

  test('who joins the group waits for its windows', async () => {
    const { start, work, at, sentTo, phones, join } = await open()
    await start()
    await work()
    await join(4)
    await at(EIGHT)
    expect(sentTo()).toEqual(phones.slice(2, 4))
    await at(TEN)
    expect(sentTo()).toHaveLength(5)
  })

  test('a new name of the group and new windows of the account change nothing for the broadcast', async () => {
    const { start, work, at, sentTo, others, run, account, vip } = await open()
    await start()
    await run(async ({ accounts, groups }) => {
      await groups.put({ ...vip, name: 'Gold' })
      await accounts.save({ ...account, sendingHours: { ...HOURS, windows: [DAILY] } })
    })
    await work()
    await at(EIGHT)
    expect(sentTo()).toEqual(others)
  })

  test('the removal of the group lets its members have the general windows', async () => {
    const { start, work, at, sentTo, run, account, vip, phones } = await open()
    await start()
    await work()
    await run(async ({ accounts, groups, memberships, contacts }) => {
      await accounts.save({ ...account, sendingHours: { ...HOURS, windows: [DAILY] } })
      const found = await contacts.findAll(account.id, phones.slice(0, 2))
      const all = await memberships.of(
        account.id,
        [...found.values()].map(({ id }) => id),
      )
      await memberships.save(all.map((membership) => ({ ...membership, state: 'removed' as const })))
      await groups.count(account.id, new Map([[vip.id, -2]]))
      await groups.remove(account.id, vip.id)
    })
    await at(EIGHT)
    await at(TEN)
    expect(sentTo()).toHaveLength(5)
  })
})

test('a slice that a dead worker left open is not submitted again outside of the windows of a group', async () => {
  const { start, worker, work, clock, provider, read, sentTo, members } = await open({
    now: new Date('2026-03-02T04:59:00Z'),
    provider: scriptedProvider({ deduplicates: false, canBeAsked: true }),
  })
  const { broadcast } = await start()
  provider.script.push(...members.map(() => () => NEVER))
  void worker().execute({ lane: 'bulk', jobsMax: 1, onFailure: () => undefined })
  await provider.untilSubmitted(2)
  provider.found.push({ kind: 'accepted', providerId: 'p1' }, { kind: 'never-seen' })
  clock.set(new Date('2026-03-02T05:01:00Z'))
  await work()
  clock.advance(2_000)
  await work()
  expect((await read(broadcast.id)).counts).toMatchObject({ sent: 1, queued: 4, held: 4 })
  expect(sentTo()).toHaveLength(2)
})
