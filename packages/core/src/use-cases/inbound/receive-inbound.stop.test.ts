import { ANN, BOB, aSender, after, inboundFixture, type InboundGiven } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { JoinGroup } from '../consent/join-group.js'

const open = (given?: InboundGiven) => inboundFixture(inMemory({ now: after(100) }), given)
const LATER = { kind: 'try-later', afterMs: null } as const

describe('STOP', () => {
  test('ends every active membership with an event, and every pending one without an event', async () => {
    const { text, contact, group, member, events, reread, consentOf, activeGroups } = await open()
    const ann = await contact()
    const [vip, news, pending] = [
      await group({ name: 'VIP' }),
      await group({ name: 'News' }),
      await group({ name: 'Asked' }),
    ]
    await member(ann, vip)
    await member(ann, news)
    await member(ann, pending, { state: 'pending' })
    await text(' Stop! ')
    expect(await consentOf()).toMatchObject({
      state: 'opted_out',
      optedOutAt: after(100),
      groups: [],
      pendingGroups: [],
    })
    for (const one of [vip, news, pending]) expect(await reread(one)).toMatchObject({ contactCount: 0 })
    expect(await activeGroups()).toBe(0)
    const left = (await events()).filter(({ type }) => type === 'contacts.group.opted_out')
    const leaving = ({ id, name }: typeof vip) => ({
      at: after(100),
      data: { contact: { id: ann.id, phoneNumber: ANN }, group: { id, name }, reason: 'STOP' },
    })
    expect(left).toHaveLength(2)
    expect(left).toMatchObject([leaving(vip), leaving(news)])
  })

  test.each(['STOP 🙏', 'STOP STOP', 'STOP2END', 'Please stop', 'stop texting me', 'ARRÊT', 'PARAR'])(
    'is also said in other words: %s opts out, is logged word for word, and is answered once',
    async (body) => {
      const { text, texts, contact, group, member, consentOf } = await open()
      await member(await contact(), await group())
      await text(body)
      await text(body)
      const { state, groups, log } = await consentOf()
      expect([state, groups]).toEqual(['opted_out', []])
      expect(log[0]).toMatchObject({ action: 'OPT_OUT', reason: 'STOP', by: 'CONTACT', text: body })
      expect(texts).toHaveLength(1)
    },
  )

  test('is logged with its text for each group and for the hard opt-out', async () => {
    const { text, contact, group, member, consentOf } = await open()
    const ann = await contact()
    await member(ann, await group({ name: 'VIP' }))
    await member(ann, await group({ name: 'Asked' }), { state: 'pending' })
    await text(' Stop! ')
    const { log } = await consentOf()
    for (const entry of log)
      expect(entry).toMatchObject({ by: 'CONTACT', at: after(100), text: ' Stop! ', reason: 'STOP' })
    expect(log.map(({ action, group }) => [action, group?.name])).toEqual([
      ['OPT_OUT', undefined],
      ['PENDING_REMOVED', 'Asked'],
      ['OPT_OUT', 'VIP'],
    ])
  })

  test('is answered, free of charge, from the number that it was sent to', async () => {
    const number = '+12025550188'
    const { text, texts, messages, balance } = await open({ credits: 0, senders: [{}, { number }] })
    await text('STOP', { to: number })
    expect(texts).toMatchObject([{ to: ANN, from: number, body: expect.stringContaining('Acme') }])
    const replies = (await messages()).filter(({ direction }) => direction === 'outbound')
    expect(replies).toMatchObject([{ purpose: 'answer', status: 'sent', cost: { sms: 0, mms: 0 } }])
    expect(await balance()).toEqual({ sms: 0, mms: 0, reserved: { sms: 0, mms: 0 } })
  })

  test('is answered once, and repeats change nothing', async () => {
    const { text, texts, clock, consentOf } = await open()
    await Promise.all([text('STOP'), text('STOP'), text('stopall')])
    const before = await consentOf()
    clock.advance(60_000)
    await text('unsubscribe')
    expect(texts).toHaveLength(1)
    expect(await consentOf()).toEqual(before)
    expect(before).toMatchObject({ optedOutAt: after(100), log: [{ action: 'OPT_OUT', group: null }] })
  })

  test('from a number without a contact is stored, and applies to a contact created later', async () => {
    const { text, deps, account, group, contact, consentOf } = await open()
    await text('STOP', { from: BOB })
    expect(await consentOf(BOB)).toMatchObject({ state: 'opted_out', log: [{ action: 'OPT_OUT', group: null }] })
    await contact({ phone: BOB })
    const joining = { account, phone: BOB, group: (await group()).id, mode: 'DIRECT' } as const
    await expect(new JoinGroup(deps).execute(joining)).rejects.toMatchObject({ code: 'hard-opted-out' })
  })

  test('applies only to the account that owns the number it was sent to', async () => {
    const { text, neighbour, run, consentOf, contact, group, member } = await open()
    await member(await contact(), await group())
    const other = await neighbour()
    await run(({ senders }) => senders.put(aSender({ account: other.id, number: '+12025550177' })))
    await text('STOP', { to: '+12025550177' })
    expect(await consentOf()).toMatchObject({ state: 'opted_in', log: [] })
  })

  test('is answered again after the contact has opted in again', async () => {
    const { text, texts, group } = await open()
    await group({ isDefault: true })
    for (const body of ['STOP', 'START', 'YES', 'STOP', 'STOP']) await text(body)
    expect(texts.map(({ body }) => /opted out/.test(body))).toEqual([true, false, true])
  })

  test('after an unconfirmed START removes the pending membership, and is not answered again', async () => {
    const { text, texts, group, consentOf } = await open()
    await group({ isDefault: true })
    for (const body of ['STOP', 'START', 'STOP']) await text(body)
    expect(texts).toHaveLength(2)
    expect(await consentOf()).toMatchObject({ state: 'opted_out', pendingGroups: [] })
    expect((await consentOf()).log[0]).toMatchObject({ action: 'PENDING_REMOVED', reason: 'STOP' })
  })

  test('stops the confirmation and the opt-in message that the provider could not accept yet', async () => {
    const { text, texts, script, clock, runAllJobs, deps, account, contact, group, messages } = await open()
    const [ann, bob] = [await contact(), await contact({ phone: BOB })]
    const vip = await group({ optInMessage: 'Welcome!' })
    script.push(LATER, LATER)
    const joinGroup = new JoinGroup(deps)
    await joinGroup.execute({ account, phone: ann.phone, group: vip.id, mode: 'CONFIRM' })
    await joinGroup.execute({ account, phone: bob.phone, group: vip.id, mode: 'DIRECT' })
    await text('STOP', { from: ANN })
    await text('STOP', { from: BOB })
    clock.advance(60_000)
    await runAllJobs()
    expect(texts.slice(2).map(({ body }) => body)).toEqual(Array(2).fill(expect.stringContaining('opted out')))
    const stopped = (await messages()).filter(({ status }) => status === 'failed')
    expect(stopped.map(({ purpose }) => purpose).sort()).toEqual(['confirmation', 'opt-in'])
    for (const { failure } of stopped) expect(failure).toMatchObject({ type: 'opted_out_before_send' })
  })
})
