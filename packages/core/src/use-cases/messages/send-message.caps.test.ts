import { ANN, BOB, NOW, sendingFixture, type SendingGiven } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { capOf, type DeclaredCap } from '../../model/frequency/frequency-cap.js'
import { withMessage } from '../../model/frequency/frequency-use.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { DAY_MS, HOUR_MS } from '../../values/time/instant.js'

const ALL = { messages: 1, per: '24h', counts: 'all' } as const
const BULK = { messages: 1, per: '24h' } as const
const UNTOUCHED = { sms: 10, mms: 2, reserved: { sms: 0, mms: 0 } }

async function open({ caps = [ALL], ...given }: SendingGiven & { readonly caps?: readonly DeclaredCap[] } = {}) {
  const fixture = await sendingFixture(inMemory({ now: NOW }), {
    ...given,
    account: { frequencyCaps: caps.map(capOf) },
  })
  const { run, account, send, ids, clock } = fixture
  return {
    ...fixture,
    respecting: (one: Parameters<typeof send>[0] = {}) => send({ respectCaps: true, ...one }),
    /** Counts a message of a broadcast. */
    sentInBulk: (phone: PhoneNumber = ANN) =>
      run(async ({ frequencies }) => {
        const use = { message: ids.next('msg'), atMs: clock.now().getTime() }
        const uses = await frequencies.lock(account.id, [phone])
        await frequencies.save(account.id, new Map([[phone, withMessage(uses.get(phone) ?? [], use)]]))
      }),
    uses: () => run(({ frequencies }) => frequencies.find(account.id, [ANN, BOB])),
  }
}

describe('a single send that respects caps', () => {
  test('is refused when a cap is reached, with the cap and the time of the next message; nothing is charged', async () => {
    const { respecting, sentInBulk, provider, credits, clock } = await open({
      caps: [BULK, { messages: 2, per: '7d' }],
    })
    await sentInBulk()
    clock.advance(HOUR_MS)
    await expect(respecting()).rejects.toMatchObject({
      code: 'invalid-input',
      details: {
        fields: [
          {
            field: 'to',
            message: `has had as many messages as a frequency cap of the account allows, 1 message per 24h: ${ANN} can get the next message at ${new Date(NOW.getTime() + DAY_MS).toISOString()}`,
          },
        ],
      },
    })
    expect(provider.submitted).toEqual([])
    expect(await credits()).toEqual(UNTOUCHED)
  })

  test('names the time at which all caps allow the next message', async () => {
    const { respecting, sentInBulk } = await open({ caps: [BULK, { messages: 1, per: '7d' }] })
    await sentInBulk()
    const later = new Date(NOW.getTime() + 7 * DAY_MS).toISOString()
    await expect(respecting()).rejects.toThrow(later)
  })

  test('names the time at which the caps of its groups allow it too, whichever cap comes first', async () => {
    const fixture = await open({ caps: [BULK, { messages: 1, per: '7d', group: 'Members' }] })
    const { respecting, sentInBulk, group, member, run, account } = fixture
    const ann = (await run(({ contacts }) => contacts.find(account.id, ANN)))!
    await member(ann, await group({ name: 'Members' }))
    await sentInBulk()
    const later = new Date(NOW.getTime() + 7 * DAY_MS).toISOString()
    await expect(respecting()).rejects.toThrow(later)
  })

  test('is sent below the cap, and when the period has passed', async () => {
    const { respecting, clock } = await open()
    expect((await respecting()).message).toMatchObject({ status: 'sent' })
    await expect(respecting()).rejects.toMatchObject({ code: 'invalid-input' })
    expect((await respecting({ to: ANN, respectCaps: false })).message).toMatchObject({ status: 'sent' })
    clock.advance(DAY_MS)
    expect((await respecting()).message).toMatchObject({ status: 'sent' })
  })

  test('leaves its key free when it is refused, and replays the response when its key was used', async () => {
    const { respecting, clock } = await open()
    const first = await respecting({ idempotencyKey: 'once' })
    const repeated = await respecting({ idempotencyKey: 'once' })
    expect(repeated).toEqual({ ...first, replayed: true })
    await expect(respecting({ idempotencyKey: 'later' })).rejects.toMatchObject({ code: 'invalid-input' })
    clock.advance(DAY_MS)
    expect(await respecting({ idempotencyKey: 'later' })).toMatchObject({ replayed: false })
  })

  test('does not count for caps that count bulk sends alone', async () => {
    const { respecting, uses } = await open({ caps: [BULK] })
    for (let n = 0; n < 2; n++) expect((await respecting()).message).toMatchObject({ status: 'sent' })
    expect((await uses()).size).toBe(0)
  })

  test('is refused for its sender and its consent first', async () => {
    const { respecting, sentInBulk } = await open({ caps: [BULK] })
    await sentInBulk()
    await sentInBulk(BOB)
    await expect(respecting({ from: '+12025550155' })).rejects.toMatchObject({ code: 'sender-not-assigned' })
    await expect(respecting({ to: BOB })).rejects.toMatchObject({ code: 'recipient-not-opted-in' })
  })

  test('that is refused for another reason uses nothing', async () => {
    const { respecting, uses } = await open()
    await expect(respecting({ to: BOB })).rejects.toMatchObject({ code: 'recipient-not-opted-in' })
    expect((await uses()).size).toBe(0)
  })

  test('does not exceed a cap together with others at the same moment', async () => {
    const { respecting } = await open({ caps: [{ ...ALL, messages: 2 }] })
    const settled = await Promise.allSettled(Array.from({ length: 4 }, () => respecting()))
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  })

  test('whose provider takes nothing for an hour does not count any more', async () => {
    const { respecting, provider, clock, run, account } = await open()
    provider.script.push({ kind: 'refused', type: 'carrier_rejected', message: 'Spam' })
    const { message } = await respecting()
    await expect(respecting()).rejects.toMatchObject({ code: 'invalid-input' })
    await run(async ({ messages }) => {
      const stored = (await messages.find(account.id, message.id))!
      await messages.save([{ ...stored, failure: { type: 'provider_unavailable', message: 'No' } }])
    })
    clock.advance(60_000)
    expect((await respecting()).message).toMatchObject({ status: 'sent' })
  })
})

test('a single send that does not ask for it is not capped', async () => {
  const { send, sentInBulk, uses } = await open()
  await sentInBulk()
  expect((await send()).message).toMatchObject({ status: 'sent' })
  expect((await uses()).get(ANN)).toHaveLength(1)
})

test('without caps, respecting them changes nothing', async () => {
  const { respecting, uses } = await open({ caps: [] })
  expect((await respecting()).message).toMatchObject({ status: 'sent' })
  expect((await uses()).size).toBe(0)
})
