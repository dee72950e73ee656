import { broadcastingFixture, memberNumber, NOW } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { DEFAULT_DESTINATIONS, type Destinations } from '../../model/accounts/destinations.js'
import type { Recipients } from '../../model/broadcasts/recipients.js'
import { parsePhoneNumber } from '../../values/phone/phone-number.js'
import { PreviewBroadcast } from './preview-broadcast.js'
import type { StartBroadcastInput } from './start-broadcast.js'

const ELSEWHERE = ['+18765550101', '+447400123456', '+19005550101'].map(parsePhoneNumber)
const OPTED_OUT = parsePhoneNumber('+33612345678')

function to(phones: readonly string[], given: Partial<Recipients<string>> = {}): Recipients<string> {
  return { phones, keys: null, bodies: null, mediaUrls: null, ...given }
}

/** Ten members in the United States, three elsewhere, and a number elsewhere that has opted out. */
async function open(given: Partial<Destinations> = { allowedCountries: ['US'] }) {
  const destinations = { ...DEFAULT_DESTINATIONS, ...given }
  const fixture = await broadcastingFixture(inMemory({ now: NOW }), { members: 10, account: { destinations } })
  const group = await fixture.group()
  for (const phone of ELSEWHERE) await fixture.member(await fixture.contact({ phone }), group)
  await fixture.optOut(OPTED_OUT)
  const { account, from, phones } = fixture
  const request = { kind: 'broadcast', account, from, body: 'Hello', mediaUrl: null, idempotencyKey: null } as const
  const preview = (one: Partial<StartBroadcastInput>) =>
    new PreviewBroadcast(fixture).execute({ ...request, recipients: to(phones), ...one })
  const everybody = [ELSEWHERE[0]!, ...phones, ...ELSEWHERE.slice(1), OPTED_OUT]
  return { ...fixture, everybody, preview }
}

describe('in an account that may text only some countries,', () => {
  test('recipients elsewhere are dropped silently, and not charged', async () => {
    const { start, everybody, phones, credits, work, provider } = await open()
    const { broadcast } = await start({ recipients: to(everybody) })
    expect(broadcast.totalRecipients).toBe(10)
    expect(await credits()).toMatchObject({ reserved: { sms: 20 } })
    await work()
    expect(provider.submitted.map((one) => one.to)).toEqual(phones)
  })

  test('the recipients of a batch keep their bodies and keys when others are dropped', async () => {
    const { start, work, provider, run, account } = await open()
    const phones = [ELSEWHERE[0]!, memberNumber(0), ELSEWHERE[1]!, memberNumber(1)]
    const recipients = to(phones, { bodies: ['a', 'b', 'c', 'd'], keys: ['k1', 'k2', 'k3', 'k4'] })
    const { broadcast } = await start({ kind: 'batch', body: null, recipients })
    await work()
    const chunks = await run(({ broadcasts }) => broadcasts.chunksAt(account.id, broadcast.id, { from: 0, until: 2 }))
    expect(chunks.map(({ recipients: { keys } }) => keys)).toEqual([['k2', 'k4']])
    expect(provider.submitted.map(({ to: phone, body }) => [phone, body])).toEqual([
      [memberNumber(0), 'b'],
      [memberNumber(1), 'd'],
    ])
  })

  test('a request is refused if all of its recipients are elsewhere', async () => {
    const { start, credits } = await open()
    const fault = 'has no number that the account may text: the first must be a number in US: got a number in JM'
    await expect(start({ recipients: to(ELSEWHERE) })).rejects.toMatchObject({
      code: 'invalid-input',
      details: { fields: [{ field: 'recipients', message: fault }] },
    })
    expect(await credits()).toMatchObject({ reserved: { sms: 0 } })
  })

  test('a request whose other recipients have not opted in is refused for lack of consent', async () => {
    const { start } = await open()
    const recipients = to([...ELSEWHERE, '+13035559999'])
    await expect(start({ recipients })).rejects.toMatchObject({ code: 'recipient-not-opted-in' })
  })

  test('a repeat whose recipients were sent to before the countries were set is accepted without recipients', async () => {
    const { start, account } = await open({})
    const recipients = to(ELSEWHERE, { keys: ['k1', 'k2', 'k3'] })
    expect((await start({ recipients })).broadcast.totalRecipients).toBe(3)
    const narrowed = { ...account, destinations: { ...DEFAULT_DESTINATIONS, allowedCountries: ['US'] } }
    expect((await start({ recipients, account: narrowed })).broadcast.totalRecipients).toBe(0)
  })

  test('a preview counts the recipients elsewhere by their country, whatever their consent is', async () => {
    const { preview, everybody } = await open()
    expect((await preview({ recipients: to([...everybody, '+13035559999']) })).recipients).toEqual({
      submitted: 15,
      accepted: 10,
      dropped: { country: 4, notOptedIn: 1, optedOut: 0, alreadySent: 0, contentBlocked: 0 },
    })
  })
})
