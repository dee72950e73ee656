import { scriptedProvider } from '@carillon/contracts'
import type {
  CarrierAnswer,
  CarrierNews,
  CarrierReceipt,
  CarrierRequest,
  CarrierText,
  SubmissionOutcome,
} from '@carillon/core'
import { describe, expect, test } from '@jest/globals'
import { bounded } from './bounded.js'

const DEADLINE = { deadlineMs: 1_000 }
const SUBMISSION = { reference: 'acc_1.msg_1', from: '+12025550199', to: '+12025550101', body: 'Hi', mediaUrl: null }
const REFUSED = { kind: 'refused', type: 'carrier_rejected', message: 'No' } as const
const RECEIPT: CarrierReceipt = {
  kind: 'receipt',
  reference: 'acc_1.msg_1',
  providerId: 'id-1',
  at: null,
  failure: null,
}
const FAILURE = { type: 'expired', message: 'Late' } as const
const TEXT: CarrierText = {
  ...{ kind: 'inbound', from: '+12025550101', to: '+12025550199', body: 'Hi', mediaUrls: [] },
  ...{ providerId: 'in-1', isAnswered: false },
}

async function submitted(outcome: SubmissionOutcome): Promise<SubmissionOutcome> {
  const provider = scriptedProvider()
  provider.script.push(outcome)
  provider.found.push(outcome)
  const { provider: ours } = bounded({ provider, webhooks: null })
  const [submission] = await ours.submit([SUBMISSION], DEADLINE)
  expect(await ours.find(['acc_1.msg_1'], DEADLINE)).toEqual([submission])
  return submission!
}

function received(...news: readonly CarrierNews[]): readonly CarrierNews[] {
  const read = (_: CarrierRequest): CarrierAnswer => ({ kind: 'news', news, reply: null })
  const { webhooks } = bounded({ provider: scriptedProvider(), webhooks: { receipts: read, inbound: read } })
  const answer = webhooks.receipts({} as CarrierRequest)
  expect(webhooks.inbound({} as CarrierRequest)).toEqual(answer)
  return answer.kind === 'news' ? answer.news : []
}

const BAD_IDS = ['', 'x'.repeat(256), 'a\0b', 'a\nb', '\ud800']

describe('an id of a carrier', () => {
  test.each(['id-1', 'x'.repeat(255), '鐘🔔'])('of an accepted text stays as it is: %s', async (providerId) => {
    expect(await submitted({ kind: 'accepted', providerId })).toEqual({ kind: 'accepted', providerId })
  })

  test.each(BAD_IDS)('that cannot be stored makes the outcome unknown: %j', async (providerId) => {
    expect(await submitted({ kind: 'accepted', providerId })).toEqual({ kind: 'unknown', because: 'server-error' })
  })

  test.each(BAD_IDS)('that cannot be stored is not in a receipt: %j', (providerId) => {
    expect(received({ ...RECEIPT, providerId })).toEqual([{ ...RECEIPT, providerId: null }])
    expect(received({ ...RECEIPT, providerId, reference: null }, RECEIPT)).toEqual([RECEIPT])
  })

  test.each(BAD_IDS)(
    'that cannot be stored has a replacement in a text, which is always the same: %j',
    (providerId) => {
      const [text, again] = received({ ...TEXT, providerId }, { ...TEXT, providerId })
      expect(text).toEqual({ ...TEXT, providerId: expect.stringMatching(/^[0-9a-f]{64}$/) })
      expect(again).toEqual(text)
    },
  )

  test('of a receipt and of a text stays as it is', () => {
    expect(received(RECEIPT, TEXT)).toEqual([RECEIPT, TEXT])
  })
})

describe('a code of a carrier', () => {
  test.each([
    ['30007', '30007'],
    [' a\0\tb ', 'a b'],
    ['🔔'.repeat(61), '🔔'.repeat(60)],
    ['\0', null],
    [null, null],
  ])('is short and can be stored: %j', async (carrierCode, expected) => {
    expect(await submitted({ ...REFUSED, carrierCode })).toEqual({ ...REFUSED, carrierCode: expected })
    expect(received({ ...RECEIPT, failure: { ...FAILURE, carrierCode } })).toEqual([
      { ...RECEIPT, failure: { ...FAILURE, carrierCode: expected } },
    ])
  })

  test('is not added where there is none', async () => {
    expect(await submitted(REFUSED)).toEqual(REFUSED)
  })
})
