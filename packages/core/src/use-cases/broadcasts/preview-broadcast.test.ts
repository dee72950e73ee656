import {
  aClick,
  aTrackingLink,
  after,
  broadcastingFixture,
  memberNumber,
  NOW,
  type BroadcastingGiven,
} from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { Recipients } from '../../model/broadcasts/recipients.js'
import { measureText } from '../../values/text/text-segments.js'
import { PreviewBroadcast } from './preview-broadcast.js'
import type { StartBroadcastInput } from './start-broadcast.js'

const FROM = '+12025550100'
const STRANGER = '+13035559999'
/** The figures of a preview in which no recipient is accepted. */
const NO_TEXTS = { encoding: 'GSM-7', segments: { min: 0, max: 0, total: 0 }, samples: [] }
const NONE_DROPPED = { country: 0, notOptedIn: 0, optedOut: 0, alreadySent: 0, contentBlocked: 0 }

function to(phones: readonly string[], given: Partial<Recipients<string>> = {}): Recipients<string> {
  return { phones, keys: null, bodies: null, mediaUrls: null, ...given }
}

async function open(given?: BroadcastingGiven) {
  const fixture = await broadcastingFixture(inMemory({ now: NOW }), given)
  const preview = (one: Partial<StartBroadcastInput> = {}) =>
    new PreviewBroadcast(fixture).execute({
      kind: 'broadcast',
      account: fixture.account,
      from: FROM,
      body: 'Hello',
      mediaUrl: null,
      recipients: to(fixture.phones),
      idempotencyKey: null,
      ...one,
    })
  return { ...fixture, preview }
}

describe('the preview of a broadcast', () => {
  test('shows the recipient counts, the texts, the segments and the cost', async () => {
    const { preview, contact, optOutNumber, phones } = await open({ members: 6, credits: 100 })
    await contact({ phone: memberNumber(1), firstName: 'Zoë' })
    await contact({ phone: memberNumber(2), firstName: 'n'.repeat(40) })
    await optOutNumber(phones[5]!)
    const body = `${'x'.repeat(130)}{{contact_first_name}}`
    const sample = (n: number, name: string) => {
      const text = 'x'.repeat(130) + name
      return { to: memberNumber(n), body: text, ...measureText(text) }
    }
    expect(await preview({ body, recipients: to([...phones, STRANGER]) })).toEqual({
      recipients: {
        submitted: 7,
        accepted: 5,
        dropped: { country: 0, notOptedIn: 1, optedOut: 1, alreadySent: 0, contentBlocked: 0 },
      },
      credits: { required: { sms: 10, mms: 0 }, available: { sms: 100, mms: 0 } },
      encoding: 'UCS-2',
      segments: { min: 1, max: 2, total: 7 },
      samples: [sample(0, ''), sample(1, 'Zoë'), sample(2, 'n'.repeat(40)), sample(3, ''), sample(4, '')],
    })
  })

  test('counts recipients whose values make the text violate the content policy, and shows none of their texts', async () => {
    const { preview, contact, phones, start, work, read, credits } = await open({ members: 3, credits: 100 })
    await contact({ phone: phones[0]!, firstName: 'bit', lastName: 'ly/x' })
    const body = '{{contact_first_name}}.{{contact_last_name}}'
    const one = { kind: 'batch', body, recipients: to(phones) } as const
    const shown = await preview(one)
    expect(shown).toMatchObject({
      recipients: { submitted: 3, accepted: 2, dropped: { ...NONE_DROPPED, contentBlocked: 1 } },
      credits: { required: { sms: 6, mms: 0 } },
      segments: { min: 1, max: 1, total: 2 },
    })
    expect(shown.samples.map((sample) => sample.to)).toEqual(phones.slice(1))
    const { broadcast } = await start({ ...one, recipients: to(phones) as Recipients })
    expect((await credits()).reserved).toEqual({ sms: 6, mms: 0 })
    await work()
    expect((await read(broadcast.id)).counts).toMatchObject({ sent: 2, failed: 1 })
  })

  test('has the same counts, texts and credits as the broadcast when it is started', async () => {
    const { preview, start, work, provider, contacts, phones, credits } = await open({ members: 5 })
    await contacts(...phones.map((phone, n) => ({ phone, firstName: 'é'.repeat(n * 9), lastName: 'x'.repeat(40) })))
    const request = { body: `{{contact_first_name}} {{contact_last_name}} {{current_date}}${'.'.repeat(100)}` }
    const { recipients, segments, samples, credits: price } = await preview(request)
    expect((await start(request)).broadcast.totalRecipients).toBe(recipients.accepted)
    expect((await credits()).reserved).toEqual(price.required)
    await work()
    const sent = provider.submitted.map(({ body }) => body)
    expect(samples.map(({ body }) => body)).toEqual(sent)
    const counts = sent.map((text) => measureText(text).segments)
    expect(segments).toEqual({
      min: Math.min(...counts),
      max: Math.max(...counts),
      total: counts.reduce((sum, count) => sum + count),
    })
  })

  test('counts recipients beyond the first 1,000, and shows the first five', async () => {
    const { preview, contact, phones } = await open({ members: 2_500, credits: 1 })
    await contact({ phone: phones[1_400]!, firstName: '🔔'.repeat(40) })
    const { recipients, encoding, segments, samples } = await preview({ body: 'Hi {{contact_first_name}}' })
    expect({ recipients: recipients.accepted, encoding, segments }).toEqual({
      recipients: 2_500,
      encoding: 'UCS-2',
      segments: { min: 1, max: 2, total: 2_501 },
    })
    expect(samples.map((sample) => sample.to)).toEqual(phones.slice(0, 5))
  })

  test('sends, charges and stores nothing, does not count towards the quota, and uses no key', async () => {
    const fixture = await open({ members: 2, account: { dailyMessageQuota: 2 } })
    const { preview, start, provider, credits, run, account, phones, work } = fixture
    const link = aTrackingLink({ account: account.id })
    await run(({ trackingLinks }) => trackingLinks.put(link))
    const request = {
      body: `{{trackingLink "${link.link}"}}`,
      idempotencyKey: 'order-1',
      recipients: to(phones, { keys: ['a1', 'a2'] }),
    }
    const before = await credits()
    const codes = (await preview(request)).samples.map(({ body }) => body.replace(`https://${link.link}/`, ''))
    for (const code of codes) {
      expect(code).toMatch(/^[A-Za-z0-9]{10}$/)
      const click = aClick({ account: account.id, link: link.link, code })
      expect(await run(({ clicks }) => clicks.record(click))).toMatchObject({ code: null, message: null })
    }
    expect(new Set(codes).size).toBe(2)
    await work()
    expect([provider.submitted, await credits()]).toEqual([[], before])
    expect(await start(request)).toMatchObject({ replayed: false, broadcast: { totalRecipients: 2 } })
  })

  test('has no texts and costs nothing if no recipient may be texted', async () => {
    const { preview, optOutNumber, phones } = await open({ members: 1 })
    await optOutNumber(phones[0]!)
    expect(await preview({ recipients: to([phones[0]!, STRANGER]) })).toMatchObject({
      recipients: {
        submitted: 2,
        accepted: 0,
        dropped: { country: 0, notOptedIn: 1, optedOut: 1, alreadySent: 0, contentBlocked: 0 },
      },
      credits: { required: { sms: 0, mms: 0 } },
      ...NO_TEXTS,
    })
  })

  test('ignores the segments and encodings of the bodies for dropped recipients', async () => {
    const { preview, phones } = await open({ members: 2 })
    const recipients = to([STRANGER, ...phones], { bodies: ['🔔'.repeat(300), 'One', 'n'.repeat(161)] })
    expect(await preview({ kind: 'batch', body: null, recipients })).toMatchObject({
      recipients: { submitted: 3, accepted: 2, dropped: { ...NONE_DROPPED, notOptedIn: 1 } },
      credits: { required: { sms: 4, mms: 0 } },
      encoding: 'GSM-7',
      segments: { min: 1, max: 2, total: 3 },
      samples: [{ to: phones[0] }, { to: phones[1] }],
    })
  })

  test('counts a recipient as already sent if its key was used, unless the recipient may not be texted', async () => {
    const { preview, start, work, optOutNumber, phones, clock } = await open({ members: 4 })
    await start({ recipients: to(phones.slice(2), { keys: ['a3', 'a4'] }) })
    await work()
    await optOutNumber(phones[3]!)
    const recipients = to(phones, { keys: ['a3', null, 'a3', 'a4'] })
    expect(await preview({ recipients })).toMatchObject({
      recipients: {
        submitted: 4,
        accepted: 2,
        dropped: { country: 0, notOptedIn: 0, optedOut: 1, alreadySent: 1, contentBlocked: 0 },
      },
      credits: { required: { sms: 4, mms: 0 } },
      samples: [{ to: phones[0] }, { to: phones[1] }],
    })
    clock.set(after(48 * 3_600))
    expect((await preview({ recipients })).recipients.dropped).toMatchObject({ optedOut: 1, alreadySent: 0 })
  })

  test('counts all recipients as already sent if the key of the request was used', async () => {
    const { preview, start, optOutNumber, phones } = await open({ members: 3 })
    await start({ idempotencyKey: 'order-1' })
    await optOutNumber(phones[0]!)
    expect(await preview({ idempotencyKey: 'order-1' })).toMatchObject({
      recipients: { submitted: 3, accepted: 0, dropped: { ...NONE_DROPPED, alreadySent: 3 } },
      credits: { required: { sms: 0, mms: 0 } },
      ...NO_TEXTS,
    })
    expect((await preview({ idempotencyKey: 'order-2' })).recipients.accepted).toBe(2)
  })

  test('is not refused for missing credits or an exceeded quota', async () => {
    const { preview } = await open({ members: 10, credits: 19, account: { dailyMessageQuota: 9 } })
    expect(await preview()).toMatchObject({
      recipients: { accepted: 10 },
      credits: { required: { sms: 20, mms: 0 }, available: { sms: 19, mms: 0 } },
    })
  })

  test('shows the body of each recipient of a batch, at the same price for SMS and MMS', async () => {
    const { preview, phones } = await open({ members: 3 })
    const recipients = to(phones, {
      bodies: ['One', 'ё'.repeat(71), ''],
      mediaUrls: [null, null, 'https://example.com/a.png'],
    })
    expect(await preview({ kind: 'batch', body: null, recipients })).toMatchObject({
      credits: { required: { sms: 6, mms: 0 } },
      encoding: 'UCS-2',
      segments: { min: 1, max: 2, total: 4 },
      samples: [{ body: 'One' }, { body: 'ё'.repeat(71), segments: 2 }, { body: '' }],
    })
  })
})

describe('a preview is refused', () => {
  const faults: [string, Partial<StartBroadcastInput>, string, string][] = [
    ['an invalid number', { recipients: to([STRANGER, '12']) }, 'invalid-phone-number', 'recipients[1].to'],
    ['the same number twice', { recipients: to([STRANGER, STRANGER]) }, 'duplicate-recipients', 'recipients[1]'],
    ['a sender that is not assigned to the account', { from: '54321' }, 'sender-not-assigned', ''],
    ['characters that cannot be sent', { body: 'a\u0007' }, 'unsupported-characters', ''],
    ['a public shortener', { body: 'see bit.ly/x' }, 'compliance-violation', ''],
    [
      'a public shortener in a body of a batch, whose index is reported',
      { kind: 'batch', body: null, recipients: to([STRANGER, memberNumber(0)], { bodies: ['Hi', 'bit.ly/x'] }) },
      'compliance-violation',
      'recipients[1].body',
    ],
  ]
  test.each(faults)('for %s, like the request itself', async (_, request, code, words) => {
    const { preview, start } = await open({ members: 2 })
    const refusal = { code, message: expect.stringContaining(words) }
    await expect(preview(request)).rejects.toMatchObject(refusal)
    await expect(start(request)).rejects.toMatchObject(refusal)
  })

  test('for a sender that is not active, or cannot send media', async () => {
    const inactive = await open({ sender: { status: 'inactive' } })
    await expect(inactive.preview()).rejects.toMatchObject({ code: 'sender-not-active' })
    const smsOnly = await open({ sender: { mms: false } })
    await expect(smsOnly.preview({ mediaUrl: 'https://example.com/a.png' })).rejects.toMatchObject({
      code: 'invalid-input',
    })
  })

  test('for a sender that is not assigned, even if the key of the request was used', async () => {
    const { preview, start } = await open({ members: 2 })
    await start({ idempotencyKey: 'order-1' })
    const refused = preview({ idempotencyKey: 'order-1', from: '54321' })
    await expect(refused).rejects.toMatchObject({ code: 'sender-not-assigned' })
  })
})
