import { phoneOf } from '@carillon/contracts'
import type { CarrierConnection, CarrierOptOut } from '@carillon/core'
import { afterEach, describe, expect, test } from '@jest/globals'
import { NUMBER, PROFILE, type TelnyxOptOut } from './testing/telnyx-account.js'
import { closeAll, connect, openCarrier } from './testing/telnyx-fixture.js'

const OTHER_PROFILE = '26fd2706-8baf-433b-82eb-8c7fada847db'

afterEach(closeAll)

describe('the opt-outs of Telnyx', () => {
  test('are listed from all pages', async () => {
    const carrier = await openCarrier()
    carrier.account.optOuts = Array.from({ length: 501 }, (_, n) => optOut({ to: phoneOf(n) }))
    const found = await listed(connect(carrier))
    expect(found.map(({ phone }) => phone)).toEqual(Array.from({ length: 501 }, (_, n) => phoneOf(n)))
    expect(carrier.requests).toHaveLength(3)
  })

  test('have the number that texted before, and the time in UTC in both forms', async () => {
    const carrier = await openCarrier()
    carrier.account.optOuts = [
      optOut({ created_at: '2025-04-28 12:00:38.631252' }),
      optOut({ created_at: '2025-04-28 14:00:38.631252+02:00' }),
      optOut({ created_at: 'yesterday' }),
    ]
    const at = new Date('2025-04-28T12:00:38.631Z')
    const [first, second, third] = await listed(connect(carrier))
    expect([first, second]).toEqual([
      { phone: phoneOf(1), sender: NUMBER, at },
      { phone: phoneOf(1), sender: NUMBER, at },
    ])
    expect(third!.at).toBeNull()
  })

  test('are only those of the profile, if it is set', async () => {
    const carrier = await openCarrier()
    carrier.account.optOuts = [
      optOut({ to: phoneOf(1) }),
      optOut({ to: phoneOf(2), messaging_profile_id: OTHER_PROFILE }),
    ]
    const found = await listed(connect(carrier, { messagingProfileId: OTHER_PROFILE }))
    expect(found.map(({ phone }) => phone)).toEqual([phoneOf(2)])
    expect(await listed(connect(carrier))).toHaveLength(2)
  })

  test('are none when there are none, and an error when they cannot be read', async () => {
    const carrier = await openCarrier()
    expect(await listed(connect(carrier))).toEqual([])
    carrier.mode = { status: 500, body: '' }
    const fault = 'Telnyx answered with status 500 when asked for page 1 of its opt-outs'
    await expect(listed(connect(carrier))).rejects.toThrow(fault)
    carrier.mode = { status: 200, body: '<html>' }
    await expect(listed(connect(carrier))).rejects.toThrow('page 1 of its opt-outs')
  })

  test.each([
    ['no number of pages', {}],
    ['no meta', undefined],
    ['a number of pages that is none', { total_pages: 'many' }],
    ['more pages than any list has', { total_pages: 10_001 }],
  ])('are an error when a part could look like the whole list: %s', async (_, meta) => {
    const carrier = await openCarrier()
    carrier.mode = { status: 200, body: JSON.stringify({ data: [optOut()], meta }) }
    const fault = 'Telnyx did not say how many pages of opt-outs there are, or named more than 10000'
    await expect(listed(connect(carrier))).rejects.toThrow(fault)
  })
})

async function listed({ optOuts }: CarrierConnection): Promise<readonly CarrierOptOut[]> {
  const found: CarrierOptOut[] = []
  for await (const one of optOuts!()) found.push(one)
  return found
}

function optOut(given: Partial<TelnyxOptOut> = {}): TelnyxOptOut {
  const created_at = '2025-04-28 12:00:38.631252+00:00'
  return { from: NUMBER, to: phoneOf(1), messaging_profile_id: PROFILE, created_at, ...given }
}
