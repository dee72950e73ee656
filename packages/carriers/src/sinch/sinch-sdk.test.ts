import { SinchClient, SmsCallbackWebhooks } from '@sinch/sdk-core'
import { afterEach, describe, expect, test } from '@jest/globals'
import { closeAll, openSinch, SINCH_CONTEXT, TEXT } from './testing/open-sinch.js'
import { deliveryReport, inboundEvent, signedBySinch } from './testing/sinch-callbacks.js'
import { SINCH_SETTINGS, type TestSinch } from './testing/test-sinch.js'

const DEADLINE = { deadlineMs: 30_000 }
const AT = new Date('2026-03-01T12:00:00Z')

afterEach(closeAll)

/** Sinch's own library, as a client of the test carrier. */
function smsOf({ url }: TestSinch) {
  const { servicePlanId, apiToken } = SINCH_SETTINGS
  return new SinchClient({ servicePlanId, apiToken, smsRegion: 'us', smsHostname: url, logger: null }).sms
}

const COMMON = {
  from: TEXT.from,
  to: [TEXT.to],
  client_reference: TEXT.reference,
  delivery_report: 'per_recipient_final',
  callback_url: SINCH_CONTEXT.receiptUrl,
}

describe("the test carrier, used by Sinch's library,", () => {
  test('takes the same text as from the adapter', async () => {
    const { carrier, connection } = await openSinch()
    const sendSMSRequestBody = { ...COMMON, body: 'Pay ${x}', parameters: { x: { default: '${x}' } } }
    const sent = await smsOf(carrier).batches.sendTextMessage({ sendSMSRequestBody })
    await connection.provider.submit([{ ...TEXT, body: 'Pay ${x}' }], DEADLINE)
    const [theirs, ours] = carrier.batches.map(({ id: _, ...batch }) => batch)
    expect(ours).toEqual(theirs)
    expect(sent).toMatchObject({ id: carrier.batches[0]!.id, client_reference: TEXT.reference, created_at: AT })
  })

  test('takes the same picture as from the adapter', async () => {
    const { carrier, connection } = await openSinch()
    const url = 'https://example.com/a.jpg'
    const sendSMSRequestBody = { ...COMMON, body: { url, message: 'Hello' } }
    await smsOf(carrier).batches.sendMediaMessage({ sendSMSRequestBody })
    await connection.provider.submit([{ ...TEXT, mediaUrl: url }], DEADLINE)
    const [theirs, ours] = carrier.batches.map(({ id: _, ...batch }) => batch)
    expect(ours).toEqual(theirs)
  })

  test('lists the batches of the adapter, and their reports', async () => {
    const { carrier, connection } = await openSinch()
    await connection.provider.submit([TEXT], DEADLINE)
    const { batches, deliveryReports } = smsOf(carrier)
    const start_date = new Date(AT.getTime() - 60_000)
    const { data } = await batches.list({ client_reference: TEXT.reference, start_date })
    expect(data).toMatchObject([{ client_reference: TEXT.reference, to: ['12025550101'] }])
    carrier.report(TEXT.to, 'Delivered', 0)
    expect(await deliveryReports.get({ batch_id: data[0]!.id!, type: 'summary' })).toMatchObject({
      statuses: [{ status: 'Delivered', code: 0, count: 1 }],
    })
  })

  test('refuses what the documentation forbids', async () => {
    const { carrier } = await openSinch()
    const send = (body: string) =>
      smsOf(carrier).batches.sendTextMessage({ sendSMSRequestBody: { ...COMMON, body, to: ['nobody'] } })
    await expect(send('Hello')).rejects.toThrow('Bad Request')
    expect(carrier.batches).toEqual([])
  })
})

describe("the callbacks of the test carrier, read by Sinch's library,", () => {
  const library = new SmsCallbackWebhooks(SINCH_SETTINGS.webhookSecret)
  const report = deliveryReport({ reference: 'acc_1.msg_1', providerId: '1', status: 'Delivered', code: 0, at: AT })
  const text = { from: TEXT.to, to: TEXT.from, body: 'Привет', mediaUrls: ['https://m.example.com/1'], providerId: '1' }
  const events: readonly object[] = [report, inboundEvent(text, AT), inboundEvent({ ...text, mediaUrls: [] }, AT)]

  test.each(events)('are signed rightly and understood: %#', (event) => {
    const body = JSON.stringify(event)
    const { headers } = signedBySinch('https://sms.example.com', body, AT)
    expect(library.validateAuthenticationHeader(headers, body, '/', 'POST')).toBe(true)
    expect(library.parseEvent(body)).toMatchObject({ type: (event as { readonly type: string }).type })
  })

  test('are refused when they are altered', () => {
    const body = JSON.stringify(report)
    const { headers } = signedBySinch('https://sms.example.com', body, AT)
    const isValid = (given: object, text = body) =>
      library.validateAuthenticationHeader({ ...headers, ...given }, text, '/', 'POST')
    expect(isValid({}, body.replace('Delivered', 'Failed'))).toBe(false)
    expect(isValid({ 'x-sinch-webhook-signature-nonce': 'x' })).toBe(false)
    expect(isValid({ 'x-sinch-webhook-signature-timestamp': '1' })).toBe(false)
    expect(isValid({ 'x-sinch-webhook-signature': 'x' })).toBe(false)
  })
})
