import { ANN, BOB, aContact, after, formFixture, type FormGiven } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'

const open = (given?: FormGiven) => formFixture(inMemory({ now: after(100) }), given)
const MINUTE_MS = 60_000

/** Ann has filled in the form and reads her code. */
async function openWithCode(given?: FormGiven) {
  const fixture = await open(given)
  const entry = await fixture.request()
  const code = (await fixture.codeOf(entry))!
  return { ...fixture, entry, code, wrong: code === '000000' ? '000001' : '000000' }
}

describe('the right code', () => {
  test('opts in an unknown number', async () => {
    const { enter, entry, code, contactAt, consentOf, reread, vip, events, read, run, account } = await openWithCode()
    expect(await enter(entry, code)).toEqual({ kind: 'confirmed' })
    const contact = (await contactAt())!
    expect(contact).toEqual(aContact({ account: account.id, id: contact.id, createdAt: after(100) }))
    expect(await consentOf()).toMatchObject({
      state: 'opted_in',
      groups: [{ name: 'VIP', optInAt: after(100) }],
      log: [
        {
          action: 'OPT_IN',
          reason: 'FORM',
          by: 'CONTACT',
          at: after(100),
          group: { name: 'VIP' },
          text: null,
          form: { version: 1, address: '192.0.2.1', agent: 'A browser' },
        },
      ],
    })
    expect(await reread(vip)).toMatchObject({ contactCount: 1 })
    expect(await run(({ consents }) => consents.refused(account.id, [ANN]))).toEqual(new Map())
    expect(await events()).toMatchObject([
      {
        type: 'contacts.group.opted_in',
        data: { contact: { id: contact.id }, group: { name: 'VIP' }, reason: 'FORM' },
      },
    ])
    expect(await read(entry)).toMatchObject({ state: 'confirmed', confirmedAt: after(100), canResendAt: null })
  })

  test('opts in an existing contact and keeps its data', async () => {
    const { enter, entry, code, contact, contactAt, consentOf } = await openWithCode()
    const ann = await contact({ firstName: 'Ann' })
    await enter(entry, code)
    expect(await contactAt()).toEqual(ann)
    expect(await consentOf()).toMatchObject({ state: 'opted_in' })
  })

  test.each(['%s', ' %s ', '12 34', '\t%s\n'])('is accepted with any white space in it: %j', async (form) => {
    const { enter, entry, code } = await openWithCode()
    const typed = form === '12 34' ? `${code.slice(0, 3)}\u00a0${code.slice(3)}` : form.replace('%s', code)
    expect(await enter(entry, typed)).toEqual({ kind: 'confirmed' })
  })

  test('lifts a hard opt-out, and logs that', async () => {
    const { enter, entry, code, optOut, consentOf } = await openWithCode()
    await optOut(ANN, after(50))
    await enter(entry, code)
    const { state, optedOutAt, log } = await consentOf()
    expect([state, optedOutAt]).toEqual(['opted_in', null])
    expect(log.map(({ action, reason, group }) => [action, reason, group?.name ?? null])).toEqual([
      ['OPT_IN', 'FORM', null],
      ['OPT_IN', 'FORM', 'VIP'],
    ])
  })

  test('is rejected after a STOP from its number; a code that is requested after the STOP is accepted', async () => {
    const { enter, entry, code, optOut, consentOf, contactAt, read, resend, codeOf, clock } = await openWithCode()
    clock.advance(MINUTE_MS)
    await optOut(ANN, clock.now())
    expect(await enter(entry, code)).toEqual({ kind: 'spent' })
    expect([await contactAt(), await consentOf()]).toMatchObject([null, { state: 'opted_out', log: [] }])
    expect(await read(entry)).toMatchObject({ state: 'spent', confirmedAt: null })

    clock.advance(MINUTE_MS)
    expect(await resend(entry)).toEqual({ kind: 'sent' })
    expect(await enter(entry, (await codeOf(entry))!)).toEqual({ kind: 'confirmed' })
    expect(await consentOf()).toMatchObject({ state: 'opted_in' })
  })

  test('lifts the hard opt-out of an erased number', async () => {
    const { enter, entry, code, optOut, consentOf, run, account, secrets } = await openWithCode()
    await optOut(ANN, after(50))
    const subject = secrets.pseudonymOf(account.id, ANN)
    await run(async ({ consents, erasures, formEntries }) => {
      const stored = (await formEntries.find(account.id, entry))!
      await erasures.eraseContact({ account: account.id, phone: ANN, subject })
      await formEntries.add(stored)
      expect(await consents.hasSuppressed(account.id)).toBe(true)
    })
    await enter(entry, code)
    expect((await consentOf()).log.map(({ group }) => group?.name ?? null)).toEqual([null, 'VIP'])
    expect(await run(({ consents }) => consents.hasSuppressed(account.id))).toBe(false)
  })

  test('activates a membership that waits for a YES, and leaves memberships of other groups pending', async () => {
    const { enter, entry, code, contact, group, vip, member, consentOf, reread } = await openWithCode()
    const ann = await contact()
    const other = await group({ name: 'Other' })
    await member(ann, vip, { state: 'pending' })
    await member(ann, other, { state: 'pending' })
    await enter(entry, code)
    expect(await consentOf()).toMatchObject({
      state: 'opted_in',
      groups: [{ name: 'VIP', optInAt: after(100) }],
      pendingGroups: [{ name: 'Other' }],
    })
    expect([await reread(vip), await reread(other)]).toMatchObject([{ contactCount: 1 }, { contactCount: 0 }])
  })

  test('adds a member of another group to this group too', async () => {
    const { enter, entry, code, contact, group, member, consentOf, reread, vip, run, account } = await openWithCode()
    await member(await contact(), await group({ name: 'Other' }))
    await enter(entry, code)
    expect((await consentOf()).groups.map(({ name }) => name).sort()).toEqual(['Other', 'VIP'])
    expect(await reread(vip)).toMatchObject({ contactCount: 1 })
    expect(await run(({ consents }) => consents.find(account.id, ANN))).toMatchObject({ activeGroups: 2 })
  })

  test('of a member logs a new proof of consent, without an event', async () => {
    const { enter, entry, code, contact, vip, member, consentOf, reread, events, run, account } = await openWithCode()
    await member(await contact(), vip, { since: after(1) })
    await enter(entry, code)
    expect(await consentOf()).toMatchObject({ groups: [{ optInAt: after(1) }], log: [{ reason: 'FORM' }] })
    expect(await reread(vip)).toMatchObject({ contactCount: 1 })
    expect(await run(({ consents }) => consents.find(account.id, ANN))).toMatchObject({ activeGroups: 1 })
    expect(await events()).toEqual([])
  })

  test('ends the entry: another code, right or wrong, changes nothing', async () => {
    const { enter, entry, code, wrong, consentOf, reread, vip, events, clock } = await openWithCode()
    await enter(entry, code)
    const [before, emitted] = [await consentOf(), await events()]
    clock.advance(60 * MINUTE_MS)
    for (const again of [code, wrong]) expect(await enter(entry, again)).toEqual({ kind: 'confirmed' })
    expect([await consentOf(), await events()]).toEqual([before, emitted])
    expect(await reread(vip)).toMatchObject({ contactCount: 1 })
  })

  test('that is entered again does not opt in a contact who has since opted out', async () => {
    const { enter, entry, code, optOut, consentOf } = await openWithCode()
    await enter(entry, code)
    await optOut(ANN)
    expect(await enter(entry, code)).toEqual({ kind: 'confirmed' })
    expect(await consentOf()).toMatchObject({ state: 'opted_out' })
  })
})

describe('a wrong code', () => {
  test('is counted, and the fifth spends the entry: after that the right code is rejected', async () => {
    const { enter, entry, code, wrong, read, consentOf } = await openWithCode()
    for (const attemptsLeft of [4, 3, 2, 1]) {
      expect(await enter(entry, wrong)).toEqual({ kind: 'wrong', attemptsLeft })
      expect(await read(entry)).toMatchObject({ state: 'open', attemptsLeft })
    }
    expect(await enter(entry, wrong)).toEqual({ kind: 'spent' })
    expect(await enter(entry, code)).toEqual({ kind: 'spent' })
    expect(await read(entry)).toMatchObject({ state: 'spent', attemptsLeft: 0, confirmedAt: null })
    expect(await consentOf()).toMatchObject({ state: 'none', log: [] })
  })

  test.each(['', '1', '******', 'null'])('is any input that is not the texted code: %j', async (code) => {
    const { enter, entry } = await openWithCode()
    expect(await enter(entry, code)).toEqual({ kind: 'wrong', attemptsLeft: 4 })
  })

  test('is any code for an entry whose code was not texted, or the code of another person’s entry', async () => {
    const { request, enter, code } = await openWithCode()
    const silent = await request({ isBot: true })
    for (const tried of ['', 'null', '000000']) expect(await enter(silent, tried)).toMatchObject({ kind: 'wrong' })
    expect(await enter(await request({ phone: BOB }), code)).toMatchObject({ kind: 'wrong' })
  })

  test('or a right one is reported as expired after ten minutes', async () => {
    const { enter, entry, code, wrong, read, clock, contactAt } = await openWithCode()
    clock.advance(10 * MINUTE_MS)
    for (const late of [code, wrong]) expect(await enter(entry, late)).toEqual({ kind: 'expired' })
    expect(await read(entry)).toMatchObject({ state: 'expired', attemptsLeft: 5, canResendAt: null })
    expect(await contactAt()).toBeNull()
  })
})

test('the count of the group is changed last, because other joins wait for the lock on its row', async () => {
  const adapters = inMemory({ now: after(100) })
  const written: string[] = []
  const unitOfWork: UnitOfWork = {
    runOne: (work) => adapters.unitOfWork.runOne(work),
    run: (work) => adapters.unitOfWork.run((stores) => work(noting(stores, written))),
  }
  const { request, codeOf, enter } = await formFixture({ ...adapters, unitOfWork })
  const entry = await request()
  const code = (await codeOf(entry))!
  written.length = 0
  await enter(entry, code)
  expect(written).toEqual(['consents', 'memberships', 'events', 'consentLog', 'groups'])
})

function noting({ consents, memberships, events, consentLog, groups, ...rest }: Stores, written: string[]): Stores {
  const noted = <S extends object, M extends keyof S>(store: S, name: keyof Stores, method: M): S => {
    const own = store[method] as (...given: unknown[]) => unknown
    const call = (...given: unknown[]) => (written.push(name), own.apply(store, given))
    return Object.assign(Object.create(store) as S, { [method]: call })
  }
  return {
    ...rest,
    consents: noted(consents, 'consents', 'save'),
    memberships: noted(memberships, 'memberships', 'save'),
    events: noted(events, 'events', 'append'),
    consentLog: noted(consentLog, 'consentLog', 'append'),
    groups: noted(groups, 'groups', 'count'),
  }
}
