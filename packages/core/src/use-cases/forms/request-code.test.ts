import { ANN, after, BOB, formFixture, ids, phoneOf, unacknowledgedCommits, type FormGiven } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { FormEntryId } from '../../values/ids.js'

const open = (given?: FormGiven) => formFixture(inMemory({ now: after(100) }), given)
const MINUTE_MS = 60_000

describe('a person who fills in an opt-in form', () => {
  test('is texted a code that is stored nowhere', async () => {
    const { request, submitMessage, texts, messages, codeOf, entryOf, balance } = await open()
    const entry = await request()
    await submitMessage()
    const code = await codeOf(entry)
    const said =
      'is your code for texts from Acme. It works for 10 minutes. If you did not ask for it, ignore this text.'
    expect(texts).toMatchObject([{ to: ANN, from: '+12025550199', body: `${code} ${said}` }])
    expect(await messages()).toMatchObject([{ purpose: 'code', to: ANN, status: 'sent', body: `****** ${said}` }])
    expect(JSON.stringify([await messages(), await entryOf(entry)])).not.toContain(code)
    expect(await balance()).toMatchObject({ sms: 98 })
  })

  test('creates an entry with the agreed text and the origin of the request', async () => {
    const { request, entryOf, account, vip } = await open()
    const agent = `\0${'x'.repeat(400)}`
    const entry = await request({ address: '2001:db8::1', agent })
    expect(await entryOf(entry)).toEqual({
      id: entry,
      account: account.id,
      group: vip.id,
      phone: ANN,
      version: 1,
      address: '2001:db8::1',
      network: '2001:db8:0:0::/64',
      agent: `\ufffd${'x'.repeat(299)}`,
      createdAt: after(100),
      codeMessage: expect.stringMatching(/^msg_/),
      codeAt: after(100),
      codes: 1,
      texts: 1,
      attempts: 0,
      confirmedAt: null,
    })
    const odd = await request({ address: `${'1'.repeat(70)}`, agent: null, phone: BOB })
    expect(await entryOf(odd)).toMatchObject({ address: '1'.repeat(64), agent: null })
  })

  test('gets the same response whether or not the number is known', async () => {
    const { request, optOut, contact, group, member, texts, submitMessage, run, account } = await open()
    const known = await contact()
    await member(known, await group())
    await optOut(BOB)
    const before = await run((stores) => stores.consents.find(account.id, BOB))
    for (const phone of [ANN, BOB, phoneOf(7)]) expect(await request({ phone })).toMatch(/^ent_/)
    await submitMessage()
    expect(texts.map(({ to }) => to)).toEqual([ANN, BOB, phoneOf(7)])
    expect(await run((stores) => stores.consents.find(account.id, BOB))).toEqual(before)
  })

  test('has to agree again if the text of the form has changed', async () => {
    const { request, messages, readForm, run, account } = await open()
    const optInForm = { ...account.optInForm, consentText: 'I agree to more.' }
    await readForm()
    await run(({ accounts }) => accounts.save({ ...account, optInForm }))
    await expect(request({ version: 1 })).rejects.toMatchObject({ code: 'form-text-changed' })
    expect(await messages()).toEqual([])
    await request({ version: 2 })
  })

  test('gets the usual response, but no text, if a field that only bots fill in is filled in', async () => {
    const { request, messages, entryOf, read, balance } = await open()
    const [entry, human] = [await request({ isBot: true }), await request({ phone: BOB })]
    expect(await messages()).toMatchObject([{ to: BOB }])
    expect(await entryOf(entry)).toMatchObject({ codeMessage: null, texts: 0, codes: 1 })
    expect(await read(entry)).toEqual({ ...(await read(human)), phoneEnd: ANN.slice(-2) })
    expect(await balance()).toMatchObject({ sms: 98 })
  })

  test('gets an error if no sender is active or credits are insufficient, and nothing is stored', async () => {
    for (const given of [{ senders: [] }, { senders: [{ status: 'inactive' }] }, { credits: 1 }] as const) {
      for (const isBot of [false, true]) {
        const { request, messages, run, account, balance } = await open(given)
        await expect(request({ isBot })).rejects.toMatchObject({ code: 'code-not-sent' })
        expect([await messages(), await run((stores) => stores.events.oldest(account.id, 10))]).toEqual([[], []])
        expect(await run((stores) => stores.formEntries.trim(account.id, after(100), 10))).toBe(0)
        expect(await balance()).toMatchObject({ sms: given.credits ?? 100 })
      }
    }
  })

  test('gets an error if the form does not exist', async () => {
    const { request } = await open()
    await expect(request({ group: ids.next('grp') })).rejects.toMatchObject({ code: 'form-not-found' })
  })

  test('creates one entry and one text, even if the commit is not acknowledged', async () => {
    const adapters = inMemory()
    const unitOfWork = unacknowledgedCommits(adapters.unitOfWork)
    const { request, messages, entryOf, balance } = await formFixture({ ...adapters, unitOfWork }, { credits: 3 })
    unitOfWork.loseReplies()
    const entry = await request()
    expect(await messages()).toHaveLength(1)
    expect(await entryOf(entry)).toMatchObject({ codes: 1, texts: 1 })
    expect(await balance()).toMatchObject({ sms: 1 })
  })
})

describe('codes', () => {
  test('of a number are limited per hour and per day, without an error in the response', async () => {
    const { request, clock, messages, codeOf, read } = await open()
    const entries: FormEntryId[] = []
    for (let i = 0; i < 6; i++) entries.push(await request({ address: `192.0.2.${i}` }))
    expect(await messages()).toHaveLength(5)
    expect(await codeOf(entries[5]!)).toBeNull()
    expect(await read(entries[5]!)).toEqual(await read(entries[0]!))
    clock.advance(60 * MINUTE_MS)
    for (let i = 0; i < 6; i++) await request({ address: `192.0.2.${i}` })
    clock.advance(60 * MINUTE_MS)
    await request()
    expect(await messages()).toHaveLength(10)
    await request({ phone: BOB })
    clock.advance(22 * 60 * MINUTE_MS)
    for (let i = 0; i < 6; i++) await request()
    expect(await messages()).toHaveLength(16)
  })

  test('of an IP network are limited per hour, even if not texted, and the error says when to retry', async () => {
    const { request, clock, messages } = await open()
    const address = (i: number) => `2001:db8::${i.toString(16)}`
    for (let i = 0; i < 30; i++) await request({ address: address(i), phone: phoneOf(i), isBot: i % 2 === 0 })
    const refused = { code: 'too-many-codes', details: { limit: 'address', retryAfterSeconds: 3_600 } }
    for (const isBot of [false, true]) {
      await expect(request({ address: address(99), phone: BOB, isBot })).rejects.toMatchObject(refused)
    }
    await request({ address: '2001:db8:0:1::1', phone: BOB })
    expect(await messages()).toHaveLength(16)
    clock.advance(60 * MINUTE_MS)
    await request({ address: address(99), phone: BOB })
  })

  test('of an account are limited per hour and per day', async () => {
    const { request, clock } = await open({ limits: { perHour: 2, perDay: 3 } })
    for (const n of [1, 2]) await request({ phone: phoneOf(n) })
    const refused = { code: 'too-many-codes', details: { limit: 'form', retryAfterSeconds: 3_600 } }
    await expect(request({ phone: phoneOf(3) })).rejects.toMatchObject(refused)
    clock.advance(60 * MINUTE_MS)
    await request({ phone: phoneOf(3) })
    const refusedToday = { code: 'too-many-codes', details: { limit: 'form', retryAfterSeconds: 23 * 3_600 } }
    await expect(request({ phone: phoneOf(4) })).rejects.toMatchObject(refusedToday)
  })
})
