import { describeCarrierDirectory, phoneOf } from '@carillon/contracts'
import { afterEach, describe, expect, test } from '@jest/globals'
import { closeAll, connect, NOWHERE, openCarrier } from './testing/telnyx-fixture.js'

const UNKNOWN = phoneOf(900)

afterEach(closeAll)

describeCarrierDirectory(async () => {
  const [carrier, stalled] = [await openCarrier(), await openCarrier()]
  carrier.account.carriers.set(UNKNOWN, { name: '', type: '' })
  stalled.mode = 'stalled'
  return {
    directory: connect(carrier, { lookUp: true }).directory!,
    unknown: UNKNOWN,
    cutOff: connect(carrier, { lookUp: true, baseUrl: NOWHERE }).directory!,
    deadlineMs: 4_000,
    stalled: connect(stalled, { lookUp: true }).directory!,
  }
})

describe('the look-up of Telnyx', () => {
  test.each([
    [{ name: 'T-MOBILE USA, INC.', normalized_carrier: 'T-Mobile', type: 'mobile' }, 'T-Mobile', 'mobile'],
    [{ name: 'Verizon', type: 'fixed line' }, 'Verizon', 'landline'],
    [{ name: '', type: 'fixed line' }, 'unknown', 'landline'],
    [{ name: 'Bandwidth', type: 'voip' }, 'Bandwidth', 'voip'],
    [{ name: 'Cosmote', type: 'fixed line or mobile' }, 'Cosmote', 'unknown'],
    [{ name: 'Other', type: 'constructor' }, 'Other', 'unknown'],
  ])('of %j is %s, %s', async (found, name, lineType) => {
    const carrier = await openCarrier()
    carrier.account.carriers.set(phoneOf(1), found)
    const { directory } = connect(carrier, { lookUp: true })
    expect(await directory!.lookUp([phoneOf(1)], { deadlineMs: 4_000 })).toEqual([{ name, lineType }])
  })

  test('is one request for a number that is given twice, since each one costs money', async () => {
    const carrier = await openCarrier()
    const { directory } = connect(carrier, { lookUp: true })
    await directory!.lookUp([phoneOf(1), phoneOf(1)], { deadlineMs: 4_000 })
    expect(carrier.requests.map(({ path }) => path)).toEqual(['/v2/number_lookup/+12025550001?type=carrier'])
  })

  test('is null for an answer that is an error or cannot be read', async () => {
    const carrier = await openCarrier()
    const { directory } = connect(carrier, { lookUp: true })
    for (const mode of ['throttled', { status: 200, body: '<html>' }, { status: 500, body: '' }] as const) {
      carrier.mode = mode
      expect(await directory!.lookUp([phoneOf(1)], { deadlineMs: 4_000 })).toEqual([null])
    }
  })

  test('is off unless it is asked for', async () => {
    expect(connect(await openCarrier()).directory).toBeNull()
  })
})
