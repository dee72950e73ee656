import { ANN, BOB, CAT, aConsent, accountFixture, after, aSender, eraseOptedOut, phoneOf } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { CarrierOptOut } from '../../ports/carrier-connection.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { FindConsentDrift, type DriftStep } from './find-consent-drift.js'

const OURS = '+12025550900'
const SHORT_CODE = '12345'
const OTHERS = '+12025550999'

/** An account with two senders, and another account with one. */
async function open() {
  const adapters = inMemory()
  const fixture = await accountFixture(adapters)
  const { account, run, neighbour } = fixture
  const other = await neighbour()
  await run(async ({ senders }) => {
    for (const number of [OURS, SHORT_CODE]) await senders.put(aSender({ account: account.id, number }))
    await senders.put(aSender({ account: other.id, number: OTHERS }))
  })
  const steps = async (optOuts: AsyncIterable<CarrierOptOut>, numbersMax?: number) => {
    const found: DriftStep[] = []
    const input = { account, optOuts, ...(numbersMax !== undefined && { numbersMax }) }
    for await (const step of new FindConsentDrift({ ...adapters, ...fixture }).execute(input)) found.push(step)
    return found
  }
  return {
    ...fixture,
    ...adapters,
    other,
    consent: (phone: PhoneNumber, given: { optedOutAt?: Date; activeGroups?: number }) =>
      run(({ consents }) => consents.save([aConsent({ account: account.id, phone, ...given })])),
    refused: (phone: PhoneNumber, sender = OURS, at = after(2)) =>
      run(({ consents }) => consents.saveProviderOptOut({ account: account.id, phone, sender, at })),
    steps,
    drift: async (...entries: readonly CarrierOptOut[]) => {
      const found = await steps(listed(entries))
      return {
        onlyAtCarrier: found.flatMap(({ onlyAtCarrier }) => onlyAtCarrier),
        onlyHere: found.flatMap(({ onlyHere }) => onlyHere),
        totals: found.at(-1)!.totals,
      }
    },
  }
}

async function* listed(entries: readonly CarrierOptOut[]) {
  yield* entries
}

const entry = (given: Partial<CarrierOptOut> = {}): CarrierOptOut => {
  return { phone: ANN, sender: OURS, at: after(1), ...given }
}

const NONE = { atCarrier: 0, onlyAtCarrier: 0, onlyHere: 0, ignored: 0 }

describe('a number that has opted out at the carrier', () => {
  test('is found if it is unknown here, and if it is opted in here', async () => {
    const { drift, consent } = await open()
    await consent(BOB, { activeGroups: 2 })
    const found = await drift(entry({ at: null }), entry({ phone: BOB, sender: null }))
    expect(found.onlyAtCarrier).toEqual([
      { phone: ANN, sender: OURS, at: null, isOptedIn: false },
      { phone: BOB, sender: null, at: after(1), isOptedIn: true },
    ])
    expect(found.totals).toEqual({ ...NONE, atCarrier: 2, onlyAtCarrier: 2 })
  })

  test('is no difference if it has sent STOP here, even if its contact was erased since', async () => {
    const { drift, consent, account, run, secrets } = await open()
    await consent(ANN, { optedOutAt: after(1) })
    const subject = secrets.pseudonymOf(account.id, BOB)
    await run((stores) => eraseOptedOut(stores, { account: account.id, phone: BOB, subject }))
    const found = await drift(entry(), entry({ phone: BOB }))
    expect(found).toEqual({ onlyAtCarrier: [], onlyHere: [], totals: { ...NONE, atCarrier: 2 } })
  })

  test('is no difference if the provider has refused a text to it, from whichever sender', async () => {
    const { drift, consent, refused } = await open()
    await consent(ANN, { activeGroups: 1 })
    await refused(ANN, SHORT_CODE)
    expect(await drift(entry())).toMatchObject({ onlyAtCarrier: [], onlyHere: [], totals: { atCarrier: 1 } })
  })

  test('is found if it has opted in again here', async () => {
    const { drift, consent } = await open()
    await consent(ANN, { optedOutAt: after(1) })
    await consent(ANN, { activeGroups: 1 })
    expect((await drift(entry())).onlyAtCarrier).toMatchObject([{ phone: ANN, isOptedIn: true }])
  })

  test('is found once, however many entries it has, with the first', async () => {
    const { drift } = await open()
    const found = await drift(entry(), entry({ sender: SHORT_CODE }), entry({ phone: BOB }), entry())
    expect(found.onlyAtCarrier.map(({ phone, sender }) => [phone, sender])).toEqual([
      [ANN, OURS],
      [BOB, OURS],
    ])
    expect(found.totals).toEqual({ ...NONE, atCarrier: 2, onlyAtCarrier: 2 })
  })

  test('does not count for an account whose senders the entry does not name', async () => {
    const { drift } = await open()
    const found = await drift(
      entry({ sender: OTHERS }),
      entry({ sender: '+12025550998' }),
      entry({ phone: '2025550101' }),
      entry({ phone: SHORT_CODE }),
      entry({ phone: BOB }),
    )
    expect(found.onlyAtCarrier.map(({ phone }) => phone)).toEqual([BOB])
    expect(found.totals).toEqual({ atCarrier: 1, onlyAtCarrier: 1, onlyHere: 0, ignored: 4 })
  })
})

describe('a number that has opted out here', () => {
  test('is found, after all others, if the carrier does not list it, with the reasons', async () => {
    const { steps, consent, refused } = await open()
    await consent(CAT, { optedOutAt: after(7) })
    await consent(BOB, { optedOutAt: after(6) })
    await refused(BOB)
    await refused(phoneOf(999), SHORT_CODE, after(3))
    const found = await steps(listed([entry(), entry({ phone: CAT })]))
    expect(found.map(({ onlyAtCarrier, onlyHere }) => [onlyAtCarrier.length, onlyHere.length])).toEqual([
      [1, 0],
      [0, 2],
    ])
    expect(found[1]!.onlyHere).toEqual([
      { phone: BOB, optedOutAt: after(6), refusedAt: after(2) },
      { phone: phoneOf(999), optedOutAt: null, refusedAt: after(3) },
    ])
    expect(found[1]!.totals).toEqual({ atCarrier: 2, onlyAtCarrier: 1, onlyHere: 2, ignored: 0 })
  })

  test('counts for its own account only', async () => {
    const { drift, run, other } = await open()
    await run(({ consents }) => consents.save([aConsent({ account: other.id, phone: ANN, optedOutAt: after(1) })]))
    expect((await drift()).onlyHere).toEqual([])
    expect((await drift(entry())).onlyAtCarrier).toHaveLength(1)
  })
})

test('nothing differs if nobody has opted out', async () => {
  const { drift, consent } = await open()
  await consent(ANN, { activeGroups: 1 })
  expect(await drift()).toEqual({ onlyAtCarrier: [], onlyHere: [], totals: NONE })
})

test('a long list is compared in steps, and nothing is omitted or changed', async () => {
  const { steps, run, account } = await open()
  const phones = Array.from({ length: 2_500 }, (_, n) => phoneOf(n))
  const known = phones.filter((_, n) => n % 2 === 0)
  const saved = known.map((phone) => aConsent({ account: account.id, phone, optedOutAt: after(1) }))
  await run(({ consents }) => consents.save(saved))
  const before = await run(({ consents }) => consents.optOutsAfter(account.id, null, 10_000))
  const found = await steps(listed(phones.map((phone) => entry({ phone }))))
  expect(found.length).toBeGreaterThan(3)
  const unknown = phones.filter((_, n) => n % 2 === 1)
  expect(found.flatMap(({ onlyAtCarrier }) => onlyAtCarrier.map(({ phone }) => phone))).toEqual(unknown)
  expect(found.at(-1)!.totals).toEqual({ ...NONE, atCarrier: 2_500, onlyAtCarrier: 1_250 })
  expect(await run(({ consents }) => consents.optOutsAfter(account.id, null, 10_000))).toEqual(before)
})

test('a list that breaks off is an error with the reason, after the numbers before it', async () => {
  const { steps } = await open()
  async function* broken() {
    yield* Array.from({ length: 1_000 }, (_, n) => entry({ phone: phoneOf(n) }))
    throw new Error('Telnyx answered with status 500 when asked for page 5 of its opt-outs')
  }
  await expect(steps(broken())).rejects.toMatchObject({
    code: 'opt-outs-unreadable',
    message:
      'The list of opt-outs cannot be read: Telnyx answered with status 500 when asked for page 5 of its opt-outs',
  })
})

test('a list with too many numbers of the account is refused, so that memory is bounded', async () => {
  const { steps } = await open()
  const entries = [ANN, BOB, CAT].map((phone) => entry({ phone }))
  expect(await steps(listed(entries), 3)).not.toEqual([])
  await expect(steps(listed(entries), 2)).rejects.toMatchObject({
    code: 'too-many-opt-outs',
    message: 'The list of opt-outs has more than 2 numbers of the account',
  })
})

test('a caller that stops early ends the reading of the list', async () => {
  const { account, unitOfWork, secrets } = await open()
  let isClosed = false
  async function* endless() {
    try {
      for (let n = 0; ; n++) yield entry({ phone: phoneOf(n % 10_000) })
    } finally {
      isClosed = true
    }
  }
  for await (const step of new FindConsentDrift({ unitOfWork, secrets }).execute({ account, optOuts: endless() })) {
    expect(step.onlyAtCarrier).toHaveLength(1_000)
    break
  }
  expect(isClosed).toBe(true)
})
