import { ANN, aLedgerEntry, after, joiningFixture, type JoiningGiven } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { EraseContact } from '../erasure/erase-contact.js'
import { ReceiveInbound } from '../inbound/receive-inbound.js'
import { LeaveGroup } from './leave-group.js'

const OURS = '+12025550199'
const DAY_MS = 24 * 3_600_000

async function open(given?: JoiningGiven) {
  const adapters = inMemory({ now: after(100) })
  const fixture = await joiningFixture(adapters, { credits: 100, ...given })
  const { account, vip } = fixture
  const leaveGroup = new LeaveGroup(adapters)
  const leave = () => leaveGroup.execute({ account, phone: ANN, group: vip.id })
  const receiveInbound = new ReceiveInbound(adapters)
  let received = 0
  const text = (body: string) =>
    receiveInbound.execute({ from: ANN, to: OURS, body, mediaUrl: null, providerId: `text-${++received}` })
  return { ...fixture, adapters, leave, text }
}

describe('a request to confirm by CONFIRM', () => {
  test('is refused within 24 hours of an unanswered one, whatever was deleted, and nothing changes', async () => {
    const { join, leave, texts, consentOf, clock } = await open()
    await join('CONFIRM')
    for (let i = 0; i < 14; i++) {
      await leave()
      const refused = join('CONFIRM')
      await expect(refused).rejects.toMatchObject({
        code: 'too-many-confirmations',
        message:
          'The number was asked to confirm once in the last 24 hours and has not answered: it can be asked again at ' +
          '2026-03-02T12:01:40.000Z',
        details: { asked: 1, withinDays: 1, retryAfterSeconds: 86_400 },
      })
    }
    expect(texts).toHaveLength(1)
    expect(await consentOf()).toMatchObject({ state: 'none' })
    clock.advance(DAY_MS)
    await join('CONFIRM')
    expect(texts).toHaveLength(2)
  })

  test('is refused if three in the last 30 days are unanswered', async () => {
    const { join, leave, texts, clock } = await open()
    for (let i = 0; i < 3; i++) {
      await join('CONFIRM')
      await leave()
      clock.advance(DAY_MS)
    }
    await expect(join('CONFIRM')).rejects.toMatchObject({
      message: expect.stringContaining('was asked to confirm 3 times in the last 30 days and has not answered'),
      details: { asked: 3, withinDays: 30, retryAfterSeconds: 27 * 86_400 },
    })
    clock.advance(27 * DAY_MS)
    await join('CONFIRM')
    expect(texts).toHaveLength(4)
  })

  test('is refused after the number was erased and the contact was added again', async () => {
    const { join, texts, adapters, account, contact } = await open()
    await join('CONFIRM')
    await new EraseContact(adapters).execute({ accountName: account.name, phone: ANN })
    await contact()
    await expect(join('CONFIRM')).rejects.toMatchObject({ code: 'too-many-confirmations' })
    expect(texts).toHaveLength(1)
  })

  test('is refused after STOP because of the opt-out', async () => {
    const { join, text } = await open()
    await join('CONFIRM')
    await text('STOP')
    await expect(join('CONFIRM')).rejects.toMatchObject({ code: 'hard-opted-out' })
  })

  test('is allowed again after the answer YES', async () => {
    const { join, leave, texts, text } = await open()
    await join('CONFIRM')
    await text('YES')
    await leave()
    await join('CONFIRM')
    expect(texts).toHaveLength(2)
  })

  test('is allowed again if the provider refused it, but not if its outcome is unknown', async () => {
    const { join, leave, texts, script, clock } = await open()
    script.push({ kind: 'refused', type: 'carrier_rejected', message: 'Spam' }, { kind: 'unknown' })
    await join('CONFIRM')
    await leave()
    clock.advance(1_000)
    await join('CONFIRM')
    await leave()
    clock.advance(1_000)
    await expect(join('CONFIRM')).rejects.toMatchObject({
      code: 'too-many-confirmations',
      message:
        'The number was asked to confirm once in the last 24 hours and has not answered: it can be asked again at ' +
        '2026-03-02T12:01:41.000Z',
      details: { asked: 1, withinDays: 1, retryAfterSeconds: 86_399 },
    })
    expect(texts).toHaveLength(2)
  })

  test('is not allowed more often after a YES because an earlier one was refused by the provider', async () => {
    const { join, leave, texts, script, text, clock } = await open()
    script.push({ kind: 'refused', type: 'carrier_rejected', message: 'Spam' })
    await join('CONFIRM')
    clock.advance(1_000)
    await leave()
    await join('CONFIRM')
    await text('YES')
    await leave()
    clock.advance(1_000)
    await join('CONFIRM')
    await leave()
    clock.advance(1_000)
    await expect(join('CONFIRM')).rejects.toMatchObject({ code: 'too-many-confirmations' })
    expect(texts).toHaveLength(3)
  })

  test('counts together with those of START', async () => {
    const { join, leave, text, texts } = await open({ vip: { isDefault: true } })
    await join('CONFIRM')
    await leave()
    expect(await text('START')).toMatchObject({ reply: 'confirmation' })
    expect(texts).toHaveLength(1)
  })

  test('is not allowed more often because STARTs could not be paid for', async () => {
    const { join, leave, text, texts, run, account } = await open({ vip: { isDefault: true }, credits: 1 })
    for (let i = 0; i < 5; i++) expect(await text('START')).toMatchObject({ reply: 'insufficient-credits' })
    const grant = aLedgerEntry({ account: account.id, amount: 100 })
    await run(({ credits }) => credits.post(account.id, [grant]))
    await join('CONFIRM')
    await leave()
    await expect(join('CONFIRM')).rejects.toMatchObject({ code: 'too-many-confirmations' })
    expect(texts).toHaveLength(1)
  })
})

describe('a contact in a country that the account may not text', () => {
  test.each([
    ['is not asked by CONFIRM, and does not become pending', 'CONFIRM', 'none'],
    ['joins by DIRECT without a text', 'DIRECT', 'opted_in'],
  ] as const)('%s', async (_, mode, state) => {
    const { join, texts, run, account, consentOf, vip } = await open({ vip: { optInMessage: 'Welcome' } })
    const limited = { ...account, destinations: { ...account.destinations, allowedCountries: ['GB'] } }
    await run(({ accounts }) => accounts.save(limited))
    const joining = join(mode, { account: limited, group: vip })
    const message = 'phoneNumber must be a number in GB: got a number in US'
    if (mode === 'CONFIRM') await expect(joining).rejects.toMatchObject({ code: 'invalid-input', message })
    else await joining
    expect(texts).toEqual([])
    expect(await consentOf()).toMatchObject({ state })
  })
})
