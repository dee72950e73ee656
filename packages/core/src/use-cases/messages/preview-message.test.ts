import {
  ANN,
  BOB,
  aClick,
  aLedgerEntry,
  aSender,
  aTrackingLink,
  sendingFixture,
  type SendingGiven,
} from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { PreviewMessage } from './preview-message.js'
import type { SendMessageInput } from './send-message.js'

const FROM = '+12025550100'
const SHORT_CODE = '12345'
/** The figures of a preview in which no recipient is accepted. */
const NO_TEXTS = { encoding: 'GSM-7', segments: { min: 0, max: 0, total: 0 }, samples: [] }
const NONE_DROPPED = { country: 0, notOptedIn: 0, optedOut: 0, alreadySent: 0, contentBlocked: 0 }

async function open(given?: SendingGiven) {
  const fixture = await sendingFixture(inMemory(), given)
  const preview = (one: Partial<SendMessageInput> = {}) =>
    new PreviewMessage(fixture).execute({
      account: fixture.account,
      to: ANN,
      from: FROM,
      body: 'Hi',
      mediaUrl: null,
      idempotencyKey: null,
      ...one,
    })
  return { ...fixture, preview }
}

describe('the preview of a message', () => {
  test('contains the recipient, the text, its segments and wire parts, and the cost', async () => {
    const { preview, run, account } = await open()
    await run(async ({ contacts }) => {
      await contacts.save([{ ...(await contacts.find(account.id, ANN))!, firstName: 'Zoë' }])
    })
    expect(await preview({ body: 'Hi {{contact_first_name}}' })).toEqual({
      recipients: { submitted: 1, accepted: 1, dropped: NONE_DROPPED },
      credits: { required: { sms: 2, mms: 0 }, available: { sms: 10, mms: 2 } },
      encoding: 'UCS-2',
      segments: { min: 1, max: 1, total: 1 },
      samples: [{ to: ANN, body: 'Hi Zoë', segments: 1, wireParts: 1, encoding: 'UCS-2' }],
    })
  })

  test('counts the rendered text, not the submitted one', async () => {
    const { preview, run, account } = await open()
    await run(async ({ contacts }) => {
      await contacts.save([{ ...(await contacts.find(account.id, ANN))!, firstName: 'n'.repeat(40) }])
    })
    const { encoding, segments, samples } = await preview({ body: '{{contact_first_name}}'.repeat(8) })
    expect({ encoding, segments }).toEqual({ encoding: 'GSM-7', segments: { min: 2, max: 2, total: 2 } })
    expect(samples).toMatchObject([{ segments: 2, wireParts: 3 }])
  })

  test('sends, charges and stores nothing, and does not count towards the quota', async () => {
    const { preview, provider, credits, run, account, send } = await open({ account: { dailyMessageQuota: 1 } })
    const link = aTrackingLink({ account: account.id })
    await run(({ trackingLinks }) => trackingLinks.put(link))
    const { samples } = await preview({ body: `{{trackingLink "${link.link}"}}`, idempotencyKey: 'order-1' })
    const code = samples[0]!.body.replace(`https://${link.link}/`, '')
    expect(code).toMatch(/^[A-Za-z0-9]{10}$/)
    const click = aClick({ account: account.id, link: link.link, code })
    expect(await run(({ clicks }) => clicks.record(click))).toMatchObject({ code: null, message: null })
    expect(provider.submitted).toEqual([])
    expect(await credits()).toEqual({ sms: 10, mms: 2, reserved: { sms: 0, mms: 0 } })
    expect(await send({ idempotencyKey: 'order-1' })).toMatchObject({ replayed: false, message: { status: 'sent' } })
  })

  test('with media also shows the MMS credit that it costs, even without text', async () => {
    const { preview } = await open()
    expect(await preview({ body: '', mediaUrl: 'https://example.com/a.png' })).toMatchObject({
      credits: { required: { sms: 2, mms: 1 } },
      segments: { min: 1, max: 1, total: 1 },
    })
  })

  test('counts a recipient who may not be texted as dropped, without segments or a sample', async () => {
    const { preview, optOut } = await open()
    expect(await preview({ to: BOB })).toMatchObject({
      recipients: { submitted: 1, accepted: 0, dropped: { ...NONE_DROPPED, notOptedIn: 1 } },
      credits: { required: { sms: 0, mms: 0 } },
      ...NO_TEXTS,
    })
    await optOut(ANN)
    expect(await preview()).toMatchObject({
      recipients: { accepted: 0, dropped: { ...NONE_DROPPED, optedOut: 1 } },
      ...NO_TEXTS,
    })
  })

  test('counts the message as already sent if its key was used, even if the recipient has opted out', async () => {
    const { preview, send, optOut } = await open()
    await send({ idempotencyKey: 'order-1' })
    await optOut(ANN)
    expect(await preview({ idempotencyKey: 'order-1' })).toMatchObject({
      recipients: { accepted: 0, dropped: { ...NONE_DROPPED, alreadySent: 1 } },
      ...NO_TEXTS,
    })
    expect(await preview({ idempotencyKey: 'order-2' })).toMatchObject({ recipients: { dropped: { optedOut: 1 } } })
  })

  test('shows insufficient credits, but is not refused because of them', async () => {
    const { preview, run, account } = await open()
    const spent = aLedgerEntry({ account: account.id, from: 'available', to: 'spent', amount: 9 })
    await run((stores) => stores.credits.post(account.id, [spent]))
    expect(await preview()).toMatchObject({
      recipients: { accepted: 1 },
      credits: { required: { sms: 2, mms: 0 }, available: { sms: 1, mms: 2 } },
    })
  })

  test('is refused if values of the contact make the text violate the content policy, unless its key was used', async () => {
    const { preview, send, run, account } = await open()
    await send({ idempotencyKey: 'order-1' })
    await run(async ({ contacts }) => {
      await contacts.save([{ ...(await contacts.find(account.id, ANN))!, firstName: 'bit', lastName: 'ly/x' }])
    })
    const body = '{{contact_first_name}}.{{contact_last_name}}'
    await expect(preview({ body })).rejects.toMatchObject({ code: 'compliance-violation', details: { host: 'bit.ly' } })
    expect(await preview({ body, idempotencyKey: 'order-1' })).toMatchObject({
      recipients: { accepted: 0, dropped: { ...NONE_DROPPED, alreadySent: 1 } },
      ...NO_TEXTS,
    })
  })

  test('drops a number that the account may not text, even if the text is not allowed once it is rendered', async () => {
    const { preview, run, account } = await open()
    await run(async ({ contacts }) => {
      await contacts.save([{ ...(await contacts.find(account.id, ANN))!, firstName: 'bit', lastName: 'ly/x' }])
    })
    const limited = { ...account, destinations: { ...account.destinations, allowedCountries: ['GB'] } }
    const body = '{{contact_first_name}}.{{contact_last_name}}'
    expect(await preview({ account: limited, body })).toMatchObject({
      recipients: { accepted: 0, dropped: { ...NONE_DROPPED, country: 1 } },
      ...NO_TEXTS,
    })
  })

  const faults: [string, Partial<SendMessageInput>, string][] = [
    ['an invalid number', { to: '12025550123' }, 'invalid-phone-number'],
    ['a sender of another account', { from: '54321' }, 'sender-not-assigned'],
    ['media from a sender for SMS only', { from: SHORT_CODE, mediaUrl: 'https://example.com/a.png' }, 'invalid-input'],
    ['characters that cannot be sent', { body: 'a\u0007' }, 'unsupported-characters'],
    ['a public shortener', { body: 'see bit.ly/x' }, 'compliance-violation'],
  ]
  test.each(faults)('is refused for %s, like the message itself', async (_, given, code) => {
    const { preview } = await open()
    await expect(preview(given)).rejects.toMatchObject({ code })
  })

  test('is refused for an inactive sender', async () => {
    const { preview, run, account } = await open()
    await run(({ senders }) => senders.put(aSender({ account: account.id, number: FROM, status: 'inactive' })))
    await expect(preview()).rejects.toMatchObject({ code: 'sender-not-active' })
  })
})
