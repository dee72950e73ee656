import { ANN, CAT, aSender, after, inboundFixture, type InboundGiven } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'

const open = (given?: InboundGiven) => inboundFixture(inMemory({ now: after(100) }), given)

describe('YES', () => {
  test.each(['YES', 'y', '“Yes.”'])('as %j confirms every pending membership', async (body) => {
    const { text, texts, contact, group, member, events, reread, consentOf, activeGroups } = await open()
    const ann = await contact()
    const [vip, news] = [await group({ name: 'VIP' }), await group({ name: 'News' })]
    await member(ann, vip, { state: 'pending' })
    await member(ann, news, { state: 'pending' })
    await text(body)
    expect(await consentOf()).toMatchObject({ state: 'opted_in', pendingGroups: [] })
    expect((await consentOf()).groups).toMatchObject([{ name: 'VIP', optInAt: after(100) }, { name: 'News' }])
    for (const one of [vip, news]) expect(await reread(one)).toMatchObject({ contactCount: 1 })
    expect(await activeGroups()).toBe(2)
    expect((await events()).filter(({ type }) => type !== 'message.received')).toMatchObject([
      { type: 'contacts.group.opted_in', data: { group: { name: 'VIP' }, reason: 'CONFIRMED' } },
      { type: 'contacts.group.opted_in', data: { group: { name: 'News' }, reason: 'CONFIRMED' } },
    ])
    const confirmed = { action: 'OPT_IN', reason: 'CONFIRMED', by: 'CONTACT', text: body }
    expect((await consentOf()).log).toMatchObject([
      { ...confirmed, group: { name: 'News' } },
      { ...confirmed, group: { name: 'VIP' } },
    ])
    expect(texts).toEqual([])
  })

  test('without a pending membership is only stored', async () => {
    const { text, eventTypes, contact, group, member, optOut, consentOf } = await open()
    await text('YES', { from: CAT })
    const ann = await contact()
    await member(ann, await group())
    const before = await consentOf()
    await text('YES')
    expect(await consentOf()).toEqual(before)
    await optOut(ANN)
    await text('YES')
    expect(await consentOf()).toMatchObject({ state: 'opted_out', log: [] })
    expect(await eventTypes()).toEqual(Array(3).fill('message.received'))
  })

  test('sent twice concurrently counts once', async () => {
    const { text, contact, group, member, reread, eventTypes } = await open()
    const vip = await group()
    await member(await contact(), vip, { state: 'pending' })
    await Promise.all([text('YES'), text('YES')])
    expect(await reread(vip)).toMatchObject({ contactCount: 1 })
    expect((await eventTypes()).sort()).toEqual(['contacts.group.opted_in', 'message.received', 'message.received'])
  })

  test('lifts a hard opt-out, and logs that', async () => {
    const { text, group, consentOf } = await open()
    await group({ name: 'VIP', isDefault: true })
    for (const body of ['STOP', 'START']) await text(body)
    expect(await consentOf()).toMatchObject({ state: 'opted_out', pendingGroups: [{ name: 'VIP' }] })
    await text('YES')
    expect(await consentOf()).toMatchObject({ state: 'opted_in', optedOutAt: null, groups: [{ name: 'VIP' }] })
    const { log } = await consentOf()
    expect(log.map(({ action, reason, group }) => [action, reason, group?.name ?? null])).toEqual([
      ['OPT_IN', 'CONFIRMED', null],
      ['OPT_IN', 'CONFIRMED', 'VIP'],
      ['OPT_IN_REQUESTED', 'START', 'VIP'],
      ['OPT_OUT', 'STOP', null],
    ])
  })

  test('confirms nothing in an account that does not own the number it was sent to', async () => {
    const { text, neighbour, run, contact, group, member, consentOf } = await open()
    await member(await contact(), await group(), { state: 'pending' })
    const other = await neighbour()
    await run(({ senders }) => senders.put(aSender({ account: other.id, number: '+12025550177' })))
    await text('YES', { to: '+12025550177' })
    expect(await consentOf()).toMatchObject({ state: 'pending' })
  })
})
