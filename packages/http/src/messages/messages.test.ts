import type { SubmissionOutcome } from '@carillon/core'
import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { ANN, BOB, FROM, SHORT_CODE, SMS, openMessaging } from '../testing/fixtures/messaging-fixture.js'

const open = () => openMessaging(inMemory())
let fixture: Awaited<ReturnType<typeof open>>

beforeEach(async () => {
  fixture = await open()
})

const TRY_LATER: SubmissionOutcome = { kind: 'try-later', afterMs: null }
const REFUSED: SubmissionOutcome = { kind: 'refused', type: 'opted_out', message: 'Opted out at the carrier' }

describe('a message that the provider accepts', () => {
  test('gets 201 with the status sent, and is the same when it is read by its id', async () => {
    const { status, body, headers } = await fixture.send()
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^msg_[0-9a-z]{26}$/),
      direction: 'outbound',
      to: ANN,
      from: FROM,
      body: 'Hi',
      status: 'sent',
      sentAt: '2026-03-01T12:00:00.000Z',
      createdAt: '2026-03-01T12:00:00.000Z',
    })
    expect(headers.has('idempotent-replayed')).toBe(false)
    expect(await fixture.read(body.id)).toEqual(body)
    expect(fixture.provider.submitted).toMatchObject([SMS])
  })

  test('costs 2 SMS credits; with mediaUrl it is an MMS, and also costs 1 MMS credit', async () => {
    await fixture.send()
    expect(await fixture.credits()).toEqual({ sms: 998, mms: 100, reserved: { sms: 0, mms: 0 } })
    await fixture.send({ mediaUrl: 'https://example.com/a.jpg' })
    expect(await fixture.credits()).toEqual({ sms: 996, mms: 99, reserved: { sms: 0, mms: 0 } })
  })

  test('as an MMS may have no body, and braces in its mediaUrl are sent literally', async () => {
    const mediaUrl = 'https://example.com/{{contact_first_name}}.jpg'
    for (const body of [undefined, '']) {
      const sent = await fixture.send({ body, mediaUrl })
      expect([sent.status, sent.body]).toMatchObject([201, { body: '', mediaUrl, status: 'sent' }])
    }
    expect(fixture.provider.submitted).toMatchObject([
      { body: '', mediaUrl },
      { body: '', mediaUrl },
    ])
  })

  test('may come from a short code', async () => {
    expect((await fixture.send({ from: SHORT_CODE })).body).toMatchObject({ from: SHORT_CODE, status: 'sent' })
  })

  test('shows when it was delivered, and loses sentAt if the delivery failed', async () => {
    const { id: account } = await fixture.useCases.readAccount.execute({ name: 'Acme' })
    const [one, two] = [(await fixture.send()).body, (await fixture.send()).body]
    fixture.clock.advance(5_000)
    const at = fixture.clock.now()
    const failure = { type: 'carrier_rejected', message: 'Handset off' } as const
    await fixture.useCases.receiveReceipt.execute({ account, message: one.id, at, failure: null })
    await fixture.useCases.receiveReceipt.execute({ account, message: two.id, at, failure })
    expect(await fixture.read(one.id)).toEqual({ ...one, deliveredAt: at.toISOString() })
    const { sentAt: _, ...rest } = two
    const failed = { status: 'failed', errorType: 'carrier_rejected', errorMessage: 'Handset off' }
    expect(await fixture.read(two.id)).toEqual({ ...rest, ...failed })
  })
})

describe('a message that the provider does not accept', () => {
  test('gets 201 with the status failed, errorType and errorMessage, has no sentAt, and costs nothing', async () => {
    fixture.provider.script.push(REFUSED)
    const { status, body } = await fixture.send()
    expect(status).toBe(201)
    expect(body).toEqual({
      ...{ id: expect.anything(), direction: 'outbound', ...SMS, createdAt: expect.anything() },
      ...{ status: 'failed', errorType: 'opted_out', errorMessage: 'Opted out at the carrier' },
    })
    expect(await fixture.credits()).toEqual({ sms: 1_000, mms: 100, reserved: { sms: 0, mms: 0 } })
    expect((await fixture.send()).body.status).toBe('sent')
  })

  test('is queued with reserved credits after a try-later, and sent when the provider accepts it', async () => {
    fixture.provider.script.push(TRY_LATER)
    const { status, body } = await fixture.send()
    expect([status, body.status, 'sentAt' in body]).toEqual([201, 'queued', false])
    expect(await fixture.credits()).toEqual({ sms: 998, mms: 100, reserved: { sms: 2, mms: 0 } })
    fixture.clock.advance(60_000)
    await fixture.runJobs()
    expect(await fixture.read(body.id)).toEqual({ ...body, status: 'sent', sentAt: '2026-03-01T12:01:00.000Z' })
    expect(await fixture.credits()).toEqual({ sms: 998, mms: 100, reserved: { sms: 0, mms: 0 } })
  })
})

test('the log contains no body, number or key', async () => {
  await fixture.send({ body: 'a very private text', idempotencyKey: 'private-key' })
  await fixture.send({ to: BOB, body: 'a very private text' })
  expect(JSON.stringify(fixture.log)).not.toMatch(/private|2025550/)
})
