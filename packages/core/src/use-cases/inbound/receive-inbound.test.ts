import { ANN, after, inboundFixture, type InboundGiven } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { ListPossibleOptOuts } from './list-possible-opt-outs.js'

const open = (given?: InboundGiven) => inboundFixture(inMemory({ now: after(100) }), given)
const OURS = '+12025550199'

describe('a text', () => {
  test('is an inbound message of the account that owns the number, with the time of receipt', async () => {
    const { text, messages, events, account, balance } = await open()
    expect(await text('Hello', { mediaUrl: 'https://example.com/a.png' })).toMatchObject({ isHandled: true })
    const [message, ...none] = await messages()
    expect(none).toEqual([])
    expect(message).toMatchObject({ account: account.id, direction: 'inbound', from: ANN, to: OURS, body: 'Hello' })
    expect(message).toMatchObject({ status: 'sent', sentAt: after(100), createdAt: after(100), providerId: 'text-1' })
    expect(message).toMatchObject({ mediaUrl: 'https://example.com/a.png', phase: null, cost: { sms: 0, mms: 0 } })
    expect(await events()).toMatchObject([
      { type: 'message.received', at: after(100), data: { message: { id: message!.id, direction: 'inbound' } } },
    ])
    expect(await balance()).toMatchObject({ sms: 10 })
  })

  test('to a number that no account has is not handled, and stores nothing', async () => {
    const { text, messages, consentOf } = await open()
    expect(await text('STOP', { to: '+12025550999' })).toMatchObject({ isHandled: false })
    expect(await messages()).toEqual([])
    expect(await consentOf()).toMatchObject({ state: 'none', log: [] })
  })

  test('that is delivered again with the same provider id has no further effect', async () => {
    const { text, texts, messages, events } = await open()
    const help = () => text('HELP', { providerId: 'once' })
    expect(await Promise.all([help(), help(), help()])).toMatchObject(Array(3).fill({ isHandled: true }))
    expect(texts).toHaveLength(1)
    expect(await messages()).toHaveLength(2)
    expect(await events()).toHaveLength(1)
  })

  test.each(['72345', 'INFO', '+1202', ''])('from %j, which is not a phone number, is only stored', async (from) => {
    const { text, texts, messages, run, account } = await open()
    for (const body of ['STOP', 'HELP', 'START', 'YES'])
      expect(await text(body, { from })).toMatchObject({ isHandled: true })
    expect((await messages()).map(({ direction }) => direction)).toEqual(Array(4).fill('inbound'))
    expect(texts).toEqual([])
    expect(await run(({ contacts }) => contacts.after(account.id, null, 10))).toEqual([])
  })

  test('to an inactive number of the account is stored too, and its keyword takes effect', async () => {
    const { text, messages, contact, group, member, eventTypes, consentOf } = await open({
      senders: [{ status: 'inactive' }],
    })
    await member(await contact(), await group())
    expect(await text('STOP')).toMatchObject({ isHandled: true })
    expect(await consentOf()).toMatchObject({ state: 'opted_out', groups: [] })
    expect((await messages()).filter(({ direction }) => direction === 'inbound')).toHaveLength(1)
    expect((await eventTypes()).sort()).toEqual(['contacts.group.opted_out', 'message.received'])
  })

  test('is stored and emitted in full, whatever its length', async () => {
    const { text, messages, events } = await open()
    const body = 'Hello '.repeat(10_000)
    await text(body)
    expect((await messages())[0]).toMatchObject({ body })
    expect(await events()).toMatchObject([{ data: { message: { body } } }])
  })

  test('is stored even with invalid characters, which are replaced', async () => {
    const { text, messages } = await open()
    await text('a\0b\ud800', { mediaUrl: 'https://x/\0' })
    expect((await messages())[0]).toMatchObject({ body: 'a\ufffdb\ufffd', mediaUrl: 'https://x/\ufffd' })
  })

  test.each(['STOP it', "don't stop", 'please stop by later', 'yes please', 'YES 👍', 'help me', 'thanks', ''])(
    'that is not a keyword changes no consent: %j',
    async (body) => {
      const { text, texts, contact, group, member, consentOf } = await open()
      await member(await contact(), await group())
      const before = await consentOf()
      await text(body)
      expect(await consentOf()).toEqual(before)
      expect(texts).toEqual([])
    },
  )

  test('that may ask to opt out, and is no keyword, is listed for the operator', async () => {
    const { text, account, deps } = await open()
    const list = () =>
      new ListPossibleOptOuts(deps).execute({ accountName: account.name, page: { page: 1, limit: 10 } })
    for (const body of ['STOP', 'HELP', 'Hello', "don't stop", 'bus stop']) await text(body)
    expect(await list()).toMatchObject({ totalCount: 0 })
    await text('stop it', { providerId: 'once' })
    await text('stop it', { providerId: 'once' })
    await text('STOP it', { from: '72345' })
    expect(await list()).toMatchObject({
      totalCount: 1,
      results: [{ from: ANN, body: 'stop it', createdAt: after(100) }],
    })
  })

  test('is listed for no account that does not exist', async () => {
    const { deps } = await open()
    const page = { page: 1, limit: 10 }
    await expect(new ListPossibleOptOuts(deps).execute({ accountName: 'Nobody', page })).rejects.toMatchObject({
      code: 'account-not-found',
    })
  })
})
