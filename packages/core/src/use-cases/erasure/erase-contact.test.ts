import {
  ANN,
  BOB,
  NOW,
  aJob,
  aMessage,
  aMessageQuery,
  broadcastingFixture,
  eraserOf,
  accountFixture,
  inboundFixture,
  memberNumber,
  crashingProcess,
  sendingFixture,
} from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { EventType } from '../../model/events/event.js'
import type { ForgottenPhone } from '../../ports/sms-provider.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { ERASED } from '../../values/phone/phone-number.js'

const ONE = memberNumber(4)

describe('a single message', () => {
  test.each(['message', 'opt-in', 'confirmation', 'answer', 'code'] as const)(
    'that waits is never submitted if its contact is erased, with purpose %s',
    async (purpose) => {
      const fixture = await inboundFixture(inMemory({ now: NOW }))
      const { account, run, texts, deps, clock } = fixture
      const message = aMessage({ account: account.id, purpose, phase: 'waiting', cost: { sms: 0, mms: 0 } })
      await run(async ({ messages, jobs }) => {
        await messages.add([message])
        await jobs.put([aJob({ account: account.id, payload: { message: message.id } })])
      })
      expect(await eraserOf(deps)(account.name)).toMatchObject({ messages: 1 })
      clock.advance(1_000)
      await fixture.runAllJobs()
      expect(texts).toEqual([])
      expect(await run(({ messages }) => messages.find(account.id, message.id))).toMatchObject({
        status: 'failed',
        failure: { type: 'erased' },
        to: ERASED,
      })
    },
  )

  test('that was sent loses its idempotency key in an erasure, so that a repeat gets no stored response', async () => {
    const fixture = await sendingFixture(inMemory({ now: NOW }))
    const { send, account, stored } = fixture
    const { message } = await send({ idempotencyKey: 'order-1', body: 'For Ann' })
    expect(await eraserOf(fixture)(account.name)).toMatchObject({ contact: true, groups: 1, messages: 1 })
    expect(await stored(message.id)).toMatchObject({ to: ERASED, body: '', idempotencyKey: null })
    await expect(send({ idempotencyKey: 'order-1' })).rejects.toMatchObject({ code: 'recipient-not-opted-in' })
  })

  test('that stays in flight makes an erasure fail after ten seconds, but everything else is erased', async () => {
    const adapters = inMemory({ now: NOW })
    const { account, contact, run } = await accountFixture(adapters)
    await contact()
    await run(({ messages }) =>
      messages.add([aMessage({ account: account.id }), aMessage({ account: account.id, status: 'sent', phase: null })]),
    )
    const refused = { code: 'erasure-waits', details: { retryAfterSeconds: 10 } }
    await expect(eraserOf(adapters)(account.name)).rejects.toMatchObject(refused)
    expect(adapters.clock.now().getTime() - NOW.getTime()).toBe(10_000)
    expect(await run(({ contacts }) => contacts.find(account.id, ANN))).toBeNull()
    expect(await eraserOf(adapters)(account.name).catch(({ code }) => code)).toBe('erasure-waits')
  })
})

describe('events', () => {
  test('are relayed before they are erased, so that only those of the erased contact are deleted', async () => {
    const adapters = inMemory({ now: NOW })
    const { account, contacts, group, member, listenTo, run, events } = await accountFixture(adapters)
    await listenTo('contacts.group.opted_in')
    const [ann, bob] = await contacts({ phone: ANN }, { phone: BOB })
    const vip = await group()
    for (const contact of [ann!, bob!]) {
      await member(contact, vip)
      const data = { contact: { id: contact.id, phoneNumber: contact.phone }, group: vip, reason: 'DIRECT' } as const
      const event = {
        id: adapters.ids.next('evt'),
        account: account.id,
        at: NOW,
        type: 'contacts.group.opted_in',
        data,
      } as const
      await run((stores) => stores.events.append(account.id, [event]))
    }
    expect(await eraserOf(adapters)(account.name)).toMatchObject({ events: 1 })
    expect(await events()).toEqual([])
    const [endpoint] = await run(({ webhookEndpoints }) => webhookEndpoints.of(account.id))
    const due = await run(({ deliveries }) => deliveries.due(endpoint!, { now: NOW, limit: 10, except: [] }))
    expect(due.map(({ data }) => JSON.parse(data).contact.phoneNumber)).toEqual([BOB])
    const claim = { now: NOW, leaseUntil: NOW, limit: 10, fence: 'fence' }
    expect(await run(({ jobs }) => jobs.claim({ account: account.id, lane: 'webhooks', ...claim }))).toHaveLength(1)
  })
})

describe('an erasure emits events', () => {
  const OPTED_OUT = 'contacts.group.opted_out'
  const open = async (...types: readonly EventType[]) => {
    const adapters = inMemory({ now: NOW })
    const fixture = await accountFixture(adapters)
    if (types.length > 0) await fixture.listenTo(...types)
    const erase = eraserOf(adapters)
    return {
      ...fixture,
      erase: (phone = ANN) => erase(fixture.account.name, phone),
      /** The deliveries due for the only endpoint, in the order of their ids. */
      posted: async () => {
        const { run, account } = fixture
        const [endpoint] = await run(({ webhookEndpoints }) => webhookEndpoints.of(account.id))
        const due = await run(({ deliveries }) => deliveries.due(endpoint!, { now: NOW, limit: 10, except: [] }))
        return due.map(({ delivery, data }) => [delivery.type, JSON.parse(data)])
      },
    }
  }

  test('for each group with an active membership, and then one for the contact, with only the contact id', async () => {
    const { contact, group, member, erase, posted } = await open(OPTED_OUT, 'contact.erased')
    const ann = await contact()
    const [vip, news, pending, left] = [await group(), await group(), await group(), await group()]
    await member(ann, vip)
    await member(ann, news)
    await member(ann, pending, { state: 'pending' })
    await member(ann, left, { state: 'removed' })
    await erase()
    const eventData = { contact: { id: ann.id, phoneNumber: ANN }, reason: 'ERASED' }
    expect(await posted()).toEqual([
      ...[vip, news].map(({ id, name }) => [OPTED_OUT, { ...eventData, group: { id, name } }]),
      ['contact.erased', { contact: { id: ann.id } }],
    ])
  })

  test('for no group if all memberships were pending', async () => {
    const { contact, group, member, erase, posted } = await open(OPTED_OUT, 'contact.erased')
    const ann = await contact()
    await member(ann, await group(), { state: 'pending' })
    await erase()
    expect(await posted()).toEqual([['contact.erased', { contact: { id: ann.id } }]])
  })

  test('once, even if it is repeated, and again for the next contact with the number', async () => {
    const { contact, erase, posted } = await open('contact.erased')
    const ids = [(await contact()).id]
    await erase()
    await expect(erase()).rejects.toMatchObject({ code: 'contact-not-found' })
    expect(await posted()).toHaveLength(1)
    ids.push((await contact()).id)
    await erase()
    expect((await posted()).map(([, data]) => data.contact.id)).toEqual(ids)
  })

  test('only if the number has a contact', async () => {
    const { optOut, erase, posted } = await open(OPTED_OUT, 'contact.erased')
    await optOut(BOB)
    expect(await erase(BOB)).toMatchObject({ contact: false, isSuppressed: true })
    expect(await posted()).toEqual([])
  })

  test.each([[OPTED_OUT], ['contact.erased'], ['link.clicked']] as const)(
    'only to subscribed endpoints: %s',
    async (type) => {
      const { contact, group, member, erase, posted } = await open(type)
      await member(await contact(), await group())
      await erase()
      expect((await posted()).map(([eventType]) => eventType)).toEqual(type === 'link.clicked' ? [] : [type])
    },
  )

  test('in the same transaction as the deletion, or not at all', async () => {
    const adapters = inMemory({ now: NOW })
    const { account, run, contact, group, member, listenTo, events } = await accountFixture(adapters)
    await listenTo(OPTED_OUT, 'contact.erased')
    await member(await contact(), await group())
    const refuse = async () => Promise.reject(new Error('No more events'))
    const unitOfWork: UnitOfWork = {
      ...adapters.unitOfWork,
      run: (work) =>
        adapters.unitOfWork.run((stores) => work({ ...stores, events: { ...stores.events, append: refuse } })),
    }
    await expect(eraserOf({ ...adapters, unitOfWork })(account.name)).rejects.toThrow('No more events')
    expect(await run(({ contacts }) => contacts.find(account.id, ANN))).not.toBeNull()
    expect(await events()).toEqual([])
  })
})

describe('an erasure', () => {
  test('that stops at any step is completed by erasing again', async () => {
    for (let step = 1, isWhole = false; !isWhole; step++) {
      const fixture = await broadcastingFixture(inMemory({ now: NOW }), { members: 10 })
      const { account, start, work, run, provider } = fixture
      await start()
      await work()
      await fixture.contact({ phone: ONE })
      const forgotten: string[] = []
      const forget = async ({ phone }: ForgottenPhone) => forgotten.push(phone) > 0
      const process = crashingProcess(fixture.unitOfWork)
      process.livesFor(step - 1)
      const broken = eraserOf({ ...fixture, unitOfWork: process.unitOfWork, provider: { ...provider, forget } })
      isWhole = await broken(account.name, ONE).then(
        () => true,
        () => false,
      )
      if (!isWhole) await eraserOf({ ...fixture, provider: { ...provider, forget } })(account.name, ONE)
      const left = await run(async ({ contacts, messages }) => [
        await contacts.find(account.id, ONE),
        (await messages.list(account.id, aMessageQuery({ to: ONE }))).totalCount,
      ])
      expect([step, left, forgotten]).toEqual([step, [null, 0], [ONE]])
      expect(step).toBeLessThan(30)
    }
  })

  test('of an unknown number, or in an unknown account, is refused', async () => {
    const adapters = inMemory({ now: NOW })
    const { account } = await accountFixture(adapters)
    await expect(eraserOf(adapters)(account.name)).rejects.toMatchObject({ code: 'contact-not-found' })
    await expect(eraserOf(adapters)('Nobody')).rejects.toMatchObject({ code: 'account-not-found' })
  })

  test('asks the provider to forget the number for this account and its senders', async () => {
    const fixture = await sendingFixture(inMemory({ now: NOW }))
    const { account, run, provider } = fixture
    const senders = (await run((stores) => stores.senders.of(account.id))).map(({ number }) => number)
    const forgetCalls: ForgottenPhone[] = []
    const forget = (wasKnown: boolean) => async (phone: ForgottenPhone) => (forgetCalls.push(phone), wasKnown)
    await eraserOf({ ...fixture, provider: { ...provider, forget: forget(true) } })(account.name)
    expect(senders).not.toEqual([])
    expect(forgetCalls).toEqual([{ account: account.id, phone: ANN, senders }])
    const stranger = eraserOf({ ...fixture, provider: { ...provider, forget: forget(false) } })(account.name, BOB)
    await expect(stranger).rejects.toMatchObject({ code: 'contact-not-found' })
    const kept = eraserOf({ ...fixture, provider: { ...provider, forget: forget(true) } })(account.name, BOB)
    expect(await kept).toMatchObject({ contact: false, messages: 0 })
  })

  test('that is repeated reports that nothing was left to erase', async () => {
    const adapters = inMemory({ now: NOW })
    const { account, contact, optOut } = await accountFixture(adapters)
    await contact()
    await optOut(ANN)
    const erase = eraserOf(adapters)
    expect(await erase(account.name)).toMatchObject({ contact: true, isSuppressed: true })
    const nothing = { contact: false, groups: 0, lists: 0, messages: 0, recipients: 0, events: 0 }
    expect(await erase(account.name)).toEqual({ ...nothing, isSuppressed: true })
  })
})
