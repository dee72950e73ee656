import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { STATUS } from '../codec/statuses.js'
import { integerIn } from '../codec/tlvs.js'
import type { SmppFailure } from '../failures.js'
import { memoryLinks } from '../receipts/memory-links.js'
import { closeAll, open, submit } from '../testing/smpp-under-test.js'
import { openTestSmsc, type TestSmsc } from '../testing/test-smsc.js'

let smsc: TestSmsc

beforeEach(async () => {
  smsc = await openTestSmsc()
})

afterEach(async () => {
  await closeAll()
  await smsc.close()
  expect(smsc.faults).toEqual([])
})

const THREE_PARTS = 'x'.repeat(400)
const submissions = () => smsc.received.filter(({ command }) => command === 'submit_sm').length
const partIn = (pdu: { readonly shortMessage: Uint8Array }) => pdu.shortMessage[5]

describe('a submission', () => {
  test('has the numbers without plus, their types, and a receipt requested', async () => {
    await submit(open({ port: smsc.port }))
    expect(smsc.taken[0]!.pdu).toMatchObject({
      ...{ source: '12025550199', sourceTon: 1, sourceNpi: 1, dest: '12025550100', destTon: 1, destNpi: 1 },
      ...{ registeredDelivery: 1, validityPeriod: '', serviceType: '', tlvs: [] },
    })
  })

  test.each([
    ['12345', { sourceTon: 3, sourceNpi: 0 }],
    ['Carillon', { sourceTon: 5, sourceNpi: 0 }],
    ['+447700900123', { sourceTon: 1, sourceNpi: 1 }],
  ])('from %s has the type of number and the plan %j', async (from, expected) => {
    await submit(open({ port: smsc.port }), { from })
    expect(smsc.taken[0]!.pdu).toMatchObject(expected)
  })

  test('has what the settings say', async () => {
    const settings = {
      ...{ sourceTon: { short: 0 }, sourceNpi: { short: 9 }, destTon: 0, destNpi: 0 },
      ...{
        validityPeriod: 90_061,
        registeredDelivery: 0,
        serviceType: 'CMT',
        alphabet: 'latin1' as const,
        dataCoding: 0,
      },
    }
    await submit(open({ port: smsc.port, ...settings }), { from: '12345' })
    expect(smsc.taken[0]!.pdu).toMatchObject({
      ...{ sourceTon: 0, sourceNpi: 9, destTon: 0, destNpi: 0, dataCoding: 0 },
      ...{ validityPeriod: '000001010101000R', registeredDelivery: 0, serviceType: 'CMT' },
    })
  })

  test('has a reference for the receipt only if the SMSC echoes it', async () => {
    await submit(open({ port: smsc.port, echoesReference: true }))
    expect(integerIn(smsc.taken[0]!.pdu.tlvs, 'user_message_reference')).not.toBeNull()
  })

  test('with media is refused, or has it as a link', async () => {
    const mediaUrl = 'https://example.com/a.jpg'
    const { outcome } = await submit(open({ port: smsc.port }), { mediaUrl })
    expect(outcome).toMatchObject({ kind: 'refused', type: 'carrier_rejected' })
    await submit(open({ port: smsc.port, mediaAsLink: true }), { mediaUrl })
    expect(smsc.taken.map(({ pdu }) => Buffer.from(pdu.shortMessage).toString())).toEqual([`Hello\n${mediaUrl}`])
  })

  test.each([
    ['a sender that SMPP cannot carry', { from: 'Κωδων' }],
    ['a sender that is too long', { from: 'x'.repeat(21) }],
    ['a text of more than 255 parts', { body: 'x'.repeat(40_000) }],
  ])('with %s is refused, and nothing is written', async (_, given) => {
    const { outcome } = await submit(open({ port: smsc.port }), given)
    expect(outcome).toMatchObject({ kind: 'refused', type: 'carrier_rejected' })
    expect(submissions()).toBe(0)
  })

  test('that the SMSC takes without an id is accepted', async () => {
    smsc.control.nextId = () => ''
    const { text, outcome } = await submit(open({ port: smsc.port }))
    expect(outcome).toEqual({ kind: 'accepted', providerId: text.reference })
  })

  test('is accepted also if its link is lost, and the operator hears of it', async () => {
    const error = new Error('The database is away')
    const failures: SmppFailure[] = []
    const hooks = { links: { ...memoryLinks(), save: () => Promise.reject(error) } }
    const onError = (failure: SmppFailure) => void failures.push(failure)
    const carrier = open({ port: smsc.port }, { ...hooks, onError }, { backoffMs: 1 })
    expect((await submit(carrier)).outcome.kind).toBe('accepted')
    expect(failures).toEqual([{ kind: 'links', error, count: 1 }])
  })

  test('is accepted also if its link cannot be stored, within the deadline', async () => {
    const save = async () => Promise.reject(new Error('The database is away'))
    const carrier = open({ port: smsc.port }, { links: { ...memoryLinks(), save } }, { backoffMs: 60_000 })
    expect((await submit(carrier, {}, 1_000)).outcome.kind).toBe('accepted')
  })
})

test('a text is not begun while the reference that the SMSC echoes cannot be stored', async () => {
  const save = () => new Promise<never>(() => {})
  const carrier = open(
    { port: smsc.port, echoesReference: true },
    { links: { ...memoryLinks(), save } },
    { answerMs: 100 },
  )
  await carrier.connection.check({ deadlineMs: 2_000 })
  const { outcome } = await submit(carrier, {}, 300)
  expect(outcome).toEqual({ kind: 'try-later', afterMs: null, because: 'no-time' })
  expect(submissions()).toBe(0)
})

describe('the answer', () => {
  const refused = (type: string, carrierCode: string) => {
    return { kind: 'refused', type, message: expect.any(String), carrierCode }
  }

  test.each([
    ['ESME_RINVDSTADR', refused('invalid_destination', '0x0000000B')],
    ['ESME_RINVSRCADR', refused('unregistered_sender', '0x0000000A')],
    ['ESME_RINVPASWD', refused('carrier_account', '0x0000000E')],
    ['ESME_RINVDSTTON', refused('carrier_rejected', '0x00000050')],
    ['ESME_RSUBMITFAIL', refused('carrier_rejected', '0x00000045')],
    ['ESME_RINVMSGLEN', refused('carrier_rejected', '0x00000001')],
    ['ESME_RX_R_APPN', refused('carrier_rejected', '0x00000066')],
    ['ESME_RTHROTTLED', { kind: 'try-later', afterMs: expect.any(Number), because: 'throttled' }],
    ['ESME_RMSGQFUL', { kind: 'try-later', afterMs: expect.any(Number), because: 'throttled' }],
    ['ESME_RINVBNDSTS', { kind: 'try-later', afterMs: null, because: 'unreachable' }],
    ['ESME_RSYSERR', { kind: 'unknown', because: 'server-error' }],
    ['ESME_RUNKNOWNERR', { kind: 'unknown', because: 'server-error' }],
  ] as const)('%s gives %j', async (name, expected) => {
    smsc.control.react = () => ({ kind: 'error', status: STATUS[name] })
    expect((await submit(open({ port: smsc.port }))).outcome).toEqual(expected)
  })

  test('with a code of the vendor keeps it, in hex', async () => {
    smsc.control.react = () => ({ kind: 'error', status: 0x4a1 })
    expect((await submit(open({ port: smsc.port }))).outcome).toEqual(refused('carrier_rejected', '0x000004A1'))
  })

  test('can be a generic_nack', async () => {
    smsc.control.react = () => ({ kind: 'nack', status: STATUS.ESME_RINVCMDLEN })
    expect((await submit(open({ port: smsc.port }))).outcome).toEqual(refused('carrier_rejected', '0x00000002'))
    smsc.control.react = () => ({ kind: 'nack', status: STATUS.ESME_ROK })
    expect((await submit(open({ port: smsc.port }))).outcome.kind).toBe('unknown')
  })
})

describe('a text in parts', () => {
  test('is refused if the first part is, and nothing else is written', async () => {
    smsc.control.react = () => ({ kind: 'error', status: STATUS.ESME_RINVDSTADR })
    const { outcome } = await submit(open({ port: smsc.port }), { body: THREE_PARTS })
    expect(outcome).toMatchObject({ kind: 'refused', type: 'invalid_destination' })
    expect(submissions()).toBe(1)
  })

  test('is to be submitted later if the first part is throttled, and nothing else is written', async () => {
    smsc.control.react = () => ({ kind: 'error', status: STATUS.ESME_RTHROTTLED })
    const { outcome } = await submit(open({ port: smsc.port }), { body: THREE_PARTS }, 1_000)
    expect(outcome.kind).toBe('try-later')
    expect(submissions()).toBe(1)
  })

  test('has failed if a later part is refused, and says that the others were taken', async () => {
    smsc.control.react = (pdu) =>
      partIn(pdu) === 2 ? { kind: 'error', status: STATUS.ESME_RINVMSGLEN } : { kind: 'take' }
    const { outcome } = await submit(open({ port: smsc.port }), { body: THREE_PARTS })
    expect(outcome).toMatchObject({
      ...{ kind: 'refused', type: 'carrier_rejected', carrierCode: '0x00000001' },
      message: expect.stringContaining('it took 2 of 3 parts, so the text is not submitted again'),
    })
  })

  test('is unknown if the answer to a later part is missing', async () => {
    smsc.control.react = (pdu) => ({ kind: partIn(pdu) === 3 ? 'never' : 'take' })
    const { outcome } = await submit(open({ port: smsc.port }), { body: THREE_PARTS }, 1_000)
    expect(outcome).toEqual({ kind: 'unknown', because: 'no-answer' })
  })

  test('repeats a later part that is throttled, and only that, until it is taken', async () => {
    let isFirst = true
    smsc.control.react = (pdu) => {
      if (partIn(pdu) !== 2 || !isFirst) return { kind: 'take' }
      isFirst = false
      return { kind: 'error', status: STATUS.ESME_RTHROTTLED }
    }
    const carrier = open({ port: smsc.port }, {}, { throttledMs: 100 })
    expect((await submit(carrier, { body: THREE_PARTS })).outcome.kind).toBe('accepted')
    expect(smsc.taken.map(({ pdu }) => partIn(pdu)).toSorted()).toEqual([1, 2, 3])
  })

  test('has failed if a later part is throttled until the deadline', async () => {
    smsc.control.react = (pdu) =>
      partIn(pdu) === 1 ? { kind: 'take' } : { kind: 'error', status: STATUS.ESME_RTHROTTLED }
    const carrier = open({ port: smsc.port }, {}, { throttledMs: 50, throttledMsMax: 50 })
    const { outcome } = await submit(carrier, { body: THREE_PARTS }, 1_000)
    expect(outcome).toMatchObject({ kind: 'refused', type: 'provider_unavailable' })
  })

  test('goes before texts that are not begun', async () => {
    const carrier = open({ port: smsc.port, window: 1 })
    await submit(carrier)
    smsc.taken.splice(0)
    await Promise.all([submit(carrier, { body: THREE_PARTS }), ...[1, 2, 3].map(() => submit(carrier))])
    // One of the others goes while the first part is being answered.
    expect(smsc.taken.map(({ pdu }) => pdu.esmClass)).toEqual([0x40, 0, 0x40, 0x40, 0, 0])
  })
})
