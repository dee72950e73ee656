import { waitUntil } from '@carillon/contracts'
import type { CarrierNews } from '@carillon/core'
import { afterEach, describe, expect, test } from '@jest/globals'
import type { MessagePdu } from '../codec/pdu.js'
import { STATUS } from '../codec/statuses.js'
import { octetsTlv, octetTlv, shortTlv, textTlv } from '../codec/tlvs.js'
import type { SmppFailure } from '../failures.js'
import { closeAll, open, submit } from '../testing/smpp-under-test.js'
import { BLANK, openTestSmsc, receiptText, type TestSmsc } from '../testing/test-smsc.js'
import { userReferenceOf } from './echo.js'
import { memoryLinks } from './memory-links.js'
import { failureOf, kindOf, readReceipt } from './read-receipt.js'
import { idForms } from './receipt-ids.js'

const FORMS = idForms('as-is')
const receipt = (given: Partial<MessagePdu>): MessagePdu => ({
  ...{ command: 'deliver_sm', sequence: 1, status: 0, tlvs: [] },
  ...BLANK,
  ...{ esmClass: 0x04, ...given },
})
const read = (text: string, given: Partial<MessagePdu> = {}) =>
  readReceipt(receipt({ shortMessage: Buffer.from(text), ...given }), { alphabet: 'gsm7' }, FORMS)

describe('a receipt as text', () => {
  test.each([
    receiptText('abc-1', 'DELIVRD', '0A1'),
    'id:abc-1 sub:001 dlvrd:001 submit date:260101010101 done date:260101010102 stat:DELIVRD err:0A1 Text:Hi',
    'ID:abc-1 SUB:001 DLVRD:001 SUBMIT DATE:2601010101 DONE DATE:2601010101 STAT:DELIVRD ERR:0A1 TEXT:',
    'id: abc-1 sub: 001 dlvrd: 001 submit_date: 2601010101 done_date: 2601010101 stat: DELIVERED err: 0A1',
    'id:abc-1\r\nstat:delivrd\r\nerr:0A1\r\n',
    'stat:DELIVRD id:abc-1 err:0A1 text:stat:UNDELIV id:2 err:9',
    'id:abc-1 status:DELIVRD error:0A1',
    'id:abc-1,sub:001,dlvrd:001,submit date:2601010101,done date:2601010102,stat:DELIVRD,err:0A1,text:Hi',
    'id:abc-1; sub:001; dlvrd:001; stat:DELIVRD; err:0A1; text:id:2',
    'id:"abc-1" sub:"001" dlvrd:"001" stat:"DELIVRD" err:"0A1" text:"Hi"',
    '{"id":"abc-1","stat":"DELIVRD","err":"0A1"}',
    'id=abc-1 sub=001 dlvrd=001 stat=DELIVRD err=0A1 text=Hi',
    'msgid:abc-1 stat:DELIVRD err:0A1',
    'message id: abc-1, status: DELIVRD, error code: 0A1',
    'smsc-id:5 id:abc-1 stat:2 err:0A1',
    'stat:002 err:0A1 msg_id=abc-1',
  ])('is read in the form %j', (text) => {
    expect(read(text)).toEqual({ id: 'abc-1', otherId: null, state: 'delivered', code: '0A1' })
  })

  test.each([
    ['DELIVRD', 'delivered'],
    ['UNDELIV', 'undeliverable'],
    ['UNDELIVERABLE', 'undeliverable'],
    ['EXPIRED', 'expired'],
    ['REJECTD', 'rejected'],
    ['rejected', 'rejected'],
    ['DELETED', 'deleted'],
    ['UNKNOWN', 'in-progress'],
    ['ENROUTE', 'in-progress'],
    ['ACCEPTD', 'in-progress'],
    ['WHATEVER', 'in-progress'],
  ])('with the state %s is %s', (word, state) => {
    expect(read(`id:1 stat:${word}`).state).toBe(state)
  })

  test.each([
    ['an id with the signs of base64', 'id:YWJj+/== stat:DELIVRD', 'YWJj+/=='],
    ['no id, but the next field', 'id: sub:001 stat:DELIVRD', null],
    ['no id, but the next field after it', 'id= sub=001 stat=DELIVRD', null],
  ])('may have %s', (_, text, id) => {
    expect(read(text)).toMatchObject({ id, state: 'delivered' })
  })

  test('does not take the words of the message for fields', () => {
    expect(read('id:1 stat:ENROUTE text:err:5 stat:DELIVRD')).toMatchObject({
      id: '1',
      state: 'in-progress',
      code: null,
    })
  })

  test('may be in the payload, in UCS-2, and behind a header', () => {
    const payload = octetsTlv('message_payload', Buffer.from('id:7 stat:EXPIRED', 'utf16le').swap16())
    expect(read('', { tlvs: [payload], dataCoding: 8 })).toMatchObject({ id: '7', state: 'expired' })
    expect(read('\u0002\u0070\u0000id:7 stat:EXPIRED', { esmClass: 0x44 })).toMatchObject({ id: '7' })
  })

  test.each([0, 1, 3, 4, 0xf1])('is ASCII with data_coding %d, also if the alphabet is another', (dataCoding) => {
    const text = 'id:a_1@[2]{3}$ stat:UNDELIV error_code:5'
    expect(read(text, { dataCoding })).toMatchObject({ id: 'a_1@[2]{3}$', state: 'undeliverable', code: '5' })
  })

  test('may end with NUL', () => {
    expect(read('id:7 stat:EXPIRED\0')).toMatchObject({ id: '7', state: 'expired' })
    expect(read('stat:EXPIRED id:7\0\0')).toMatchObject({ id: '7', state: 'expired' })
  })

  test('without anything known has no id, and is no news', () => {
    expect(read('')).toEqual({ id: null, otherId: null, state: null, code: null })
  })
})

describe('a receipt in TLVs', () => {
  test.each([
    [1, 'in-progress'],
    [2, 'delivered'],
    [3, 'expired'],
    [4, 'deleted'],
    [5, 'undeliverable'],
    [6, 'in-progress'],
    [7, 'in-progress'],
    [8, 'rejected'],
    [99, 'in-progress'],
  ])('with the state %d is %s', (number, state) => {
    expect(read('', { tlvs: [octetTlv('message_state', number)] }).state).toBe(state)
  })

  test('counts more than the text', () => {
    const tlvs = [textTlv('receipted_message_id', 'tlv'), octetTlv('message_state', 5)]
    expect(read(receiptText('text', 'DELIVRD', '12'), { tlvs })).toMatchObject({
      ...{ id: 'tlv', state: 'undeliverable', code: '12' },
    })
  })

  test('has the code of the network, if the text has none', () => {
    const tlvs = [octetTlv('message_state', 5), octetsTlv('network_error_code', Uint8Array.of(3, 1, 2))]
    expect(read('', { tlvs }).code).toBe('3:258')
  })

  test('may have an id without NUL', () => {
    const tlvs = [octetsTlv('receipted_message_id', Buffer.from('abc'))]
    expect(read('', { tlvs }).id).toBe('abc')
  })
})

describe('the kind of a delivery', () => {
  const TLVS = [textTlv('receipted_message_id', '1'), octetTlv('message_state', 2)]
  test.each([
    ['text', { esmClass: 0x00 }],
    ['text', { esmClass: 0x40 }],
    ['text', { esmClass: 0x00, shortMessage: Buffer.from(receiptText('1', 'DELIVRD')) }],
    ['receipt', { esmClass: 0x04 }],
    ['receipt', { esmClass: 0x44 }],
    ['receipt', { esmClass: 0x00, tlvs: TLVS }],
    ['other', { esmClass: 0x08 }],
    ['other', { esmClass: 0x20 }],
  ])('is %s', (kind, given) => {
    expect(kindOf(receipt(given))).toBe(kind)
  })
})

test.each([
  ['UNDELIV', 'carrier_rejected'],
  ['EXPIRED', 'expired'],
  ['REJECTD', 'carrier_rejected'],
  ['DELETED', 'carrier_rejected'],
])('a message that is %s has the failure %s, with the code of the SMSC', (word, type) => {
  expect(failureOf(read(`id:1 stat:${word} err:075`))).toEqual({
    ...{ type, message: expect.any(String), carrierCode: '075' },
  })
})

describe('ids', () => {
  test.each([
    ['as-is', '00Ab', '00Ab'],
    ['as-is', 'x ', 'x'],
    ['ignore-case-and-zeros', '00AB', 'ab'],
    ['ignore-case-and-zeros', '0', '000'],
    ['hex-to-decimal', '0000000255', 'FF'],
    ['hex-to-decimal', '18446744073709551615', 'ffffffffffffffff'],
    ['decimal-to-hex', '00FF', '0255'],
    ['decimal-to-hex', 'a1b2-c3', 'A1B2-C3'],
    ['hex-to-decimal', 'uuid-1', 'UUID-1'],
  ] as const)('with %s: %j of the answer is %j of the receipt', (setting, inAnswer, inReceipt) => {
    const { fromAnswer, fromReceipt } = idForms(setting)
    expect(fromReceipt(inReceipt)).toBe(fromAnswer(inAnswer))
  })

  test('that differ as they are differ', () => {
    expect(FORMS.fromAnswer('ab')).not.toBe(FORMS.fromReceipt('AB'))
  })

  test.each([
    ['hex-to-decimal', '10', '16'],
    ['decimal-to-hex', '16', '10'],
    ['hex-to-decimal', '1F', '31'],
    ['as-is', '10', null],
    ['decimal-to-hex', '1a2b', null],
  ] as const)('with %s: %j only in a TLV is the one of the answer, or else of the receipt', (setting, tlv, otherId) => {
    const pdu = receipt({ tlvs: [textTlv('receipted_message_id', tlv), octetTlv('message_state', 2)] })
    const forms = idForms(setting)
    expect(readReceipt(pdu, { alphabet: 'gsm7' }, forms)).toMatchObject({ id: forms.fromAnswer(tlv), otherId })
  })

  test('in a receipt that has two forms: the TLV is the one of the answer', () => {
    const pdu = receipt({
      shortMessage: Buffer.from(receiptText('16', 'DELIVRD')),
      tlvs: [textTlv('receipted_message_id', '10')],
    })
    const forms = idForms('decimal-to-hex')
    expect(readReceipt(pdu, { alphabet: 'gsm7' }, forms).id).toBe(forms.fromAnswer('10'))
  })
})

describe('a receipt from the SMSC', () => {
  let smsc: TestSmsc

  afterEach(async () => {
    await closeAll()
    await smsc.close()
    expect(smsc.faults).toEqual([])
  })

  const news = (reference: string, failure: unknown = null) => {
    return { kind: 'receipt', reference, providerId: null, at: null, failure }
  }

  test('names the text, once, however often it comes', async () => {
    smsc = await openTestSmsc()
    const carrier = open({ port: smsc.port })
    const { text, outcome } = await submit(carrier)
    expect(outcome).toEqual({ kind: 'accepted', providerId: '1' })
    expect(await smsc.receipt('1', 'ENROUTE')).toBe(STATUS.ESME_ROK)
    expect(await smsc.receipt('1')).toBe(STATUS.ESME_ROK)
    expect(await smsc.receipt('1')).toBe(STATUS.ESME_ROK)
    expect(await smsc.receipt('unheard of')).toBe(STATUS.ESME_ROK)
    expect(carrier.news).toEqual([news(text.reference)])
  })

  test.each([
    ['the word UNKNOWN', { shortMessage: Buffer.from(receiptText('1', 'UNKNOWN')) }],
    ['message_state 7', { tlvs: [textTlv('receipted_message_id', '1'), octetTlv('message_state', 7)] }],
  ])('with %s is no failure, and a later one counts', async (_, unknown) => {
    smsc = await openTestSmsc()
    const carrier = open({ port: smsc.port })
    const { text } = await submit(carrier)
    expect(await smsc.deliver({ esmClass: 0x04, ...unknown })).toBe(STATUS.ESME_ROK)
    expect(carrier.news).toEqual([])
    await smsc.receipt('1')
    expect(carrier.news).toEqual([news(text.reference)])
  })

  test.each([
    ['nothing', ''],
    ['words', 'Your message to Ann was delivered'],
    ['no state', 'id:1 err:000'],
    ['no id', 'stat:DELIVRD err:000'],
  ])('with %s is reported as a failure that does not quote it', async (_, text) => {
    smsc = await openTestSmsc()
    const failures: SmppFailure[] = []
    const carrier = open({ port: smsc.port }, { onError: (failure) => void failures.push(failure) })
    await submit(carrier)
    expect(await smsc.deliver({ esmClass: 0x04, shortMessage: Buffer.from(text) })).toBe(STATUS.ESME_ROK)
    const error = new Error('A receipt cannot be read: it has no id or no state in a form that is known')
    expect(failures).toEqual([{ kind: 'receipt', error }])
    expect(carrier.news).toEqual([])
  })

  test('before the answer to the submission is matched when the answer comes', async () => {
    smsc = await openTestSmsc()
    smsc.control.beforeAnswer = async ({ id }) => {
      expect(await smsc.receipt(id, 'UNDELIV')).toBe(STATUS.ESME_ROK)
    }
    const carrier = open({ port: smsc.port })
    const { text } = await submit(carrier)
    expect(carrier.news).toMatchObject([news(text.reference, { type: 'carrier_rejected' })])
  })

  test('to another process is matched by that process, also before the answer', async () => {
    smsc = await openTestSmsc()
    const links = memoryLinks()
    const first = open({ port: smsc.port }, { links })
    await waitUntil(() => smsc.receiverCount() === 1)
    const second = open({ port: smsc.port }, { links })
    await waitUntil(() => smsc.receiverCount() === 2)
    const after = await submit(first)
    await smsc.receipt('1', 'DELIVRD', {}, 1)
    smsc.control.beforeAnswer = async ({ id }) => void (await smsc.receipt(id, 'DELIVRD', {}, 1))
    const before = await submit(first)
    expect(second.news).toEqual([news(after.text.reference)])
    expect(first.news).toEqual([news(before.text.reference)])
  })

  test('of a text in parts is one, when all parts are delivered', async () => {
    smsc = await openTestSmsc()
    const carrier = open({ port: smsc.port })
    const { text, outcome } = await submit(carrier, { body: 'x'.repeat(400) })
    expect(outcome).toEqual({ kind: 'accepted', providerId: '1,2,3' })
    for (const id of ['3', '1', '1']) await smsc.receipt(id)
    expect(carrier.news).toEqual([])
    await smsc.receipt('2')
    expect(carrier.news).toEqual([news(text.reference)])
  })

  test('of a text in parts is a failure, when one part fails', async () => {
    smsc = await openTestSmsc()
    const carrier = open({ port: smsc.port })
    const { text } = await submit(carrier, { body: 'x'.repeat(400) })
    await smsc.receipt('2', 'EXPIRED')
    await smsc.receipt('1')
    await smsc.receipt('3', 'UNDELIV')
    expect(carrier.news).toMatchObject([news(text.reference, { type: 'expired' })])
  })

  test('that cannot be stored is answered with an error, and reported when it comes again', async () => {
    smsc = await openTestSmsc()
    const stored: CarrierNews[] = []
    let isBroken = true
    const onNews = async (more: readonly CarrierNews[]) => {
      if (isBroken) throw new Error('The database is away')
      stored.push(...more)
    }
    const failures: SmppFailure[] = []
    const carrier = open({ port: smsc.port }, { onNews, onError: (failure) => void failures.push(failure) })
    const { text } = await submit(carrier)
    expect(await smsc.receipt('1')).toBe(STATUS.ESME_RX_T_APPN)
    expect(failures).toMatchObject([{ kind: 'receipt', error: { message: 'The database is away' } }])
    isBroken = false
    expect(await smsc.receipt('1')).toBe(STATUS.ESME_ROK)
    expect(stored).toEqual([news(text.reference)])
  })

  test('that was parked and could not be stored is reported later, though the SMSC does not repeat it', async () => {
    smsc = await openTestSmsc()
    const stored: CarrierNews[] = []
    let isBroken = true
    const onNews = async (more: readonly CarrierNews[]) => {
      if (isBroken) throw new Error('The database is away')
      stored.push(...more)
    }
    smsc.control.beforeAnswer = async ({ id }) => void (await smsc.receipt(id))
    const links = memoryLinks({ claimMs: 10 })
    const failures: SmppFailure[] = []
    const onError = (failure: SmppFailure) => void failures.push(failure)
    const carrier = open({ port: smsc.port }, { onNews, links, onError }, { sweepMs: 20, backoffMs: 60_000 })
    const { text, outcome } = await submit(carrier, {}, 1_000)
    expect(outcome.kind).toBe('accepted')
    expect(failures[0]).toMatchObject({ kind: 'receipt' })
    isBroken = false
    await waitUntil(() => stored.length > 0)
    expect(stored[0]).toEqual(news(text.reference))
  })

  test('finds a text whose answer was lost, if the SMSC echoes our reference', async () => {
    smsc = await openTestSmsc()
    smsc.control.react = () => ({ kind: 'never' })
    const carrier = open({ port: smsc.port, echoesReference: true })
    const { text, outcome } = await submit(carrier, {}, 1_000)
    expect(outcome.kind).toBe('unknown')
    const tlvs = [shortTlv('user_message_reference', userReferenceOf(text.reference, 1))]
    await smsc.receipt('1', 'DELIVRD', { tlvs, source: '12025550111' })
    expect(carrier.news).toEqual([])
    await smsc.receipt('2', 'DELIVRD', { tlvs })
    expect(carrier.news).toEqual([news(text.reference)])
  })

  test('finds a text whose answer came after the deadline', async () => {
    smsc = await openTestSmsc()
    smsc.control.react = () => ({ kind: 'late' })
    const carrier = open({ port: smsc.port })
    const { text, outcome } = await submit(carrier, {}, 1_000)
    expect(outcome.kind).toBe('unknown')
    await smsc.receipt('1')
    smsc.answerLate()
    await waitUntil(() => carrier.news.length > 0)
    expect(carrier.news).toEqual([news(text.reference)])
  })

  test('finds a text whose link could be stored only later', async () => {
    smsc = await openTestSmsc()
    const links = memoryLinks()
    let failures = 2
    const save: typeof links.save = async (more) => {
      if (failures-- > 0) throw new Error('The database is away')
      return links.save(more)
    }
    const carrier = open({ port: smsc.port }, { links: { ...links, save } })
    const { text } = await submit(carrier)
    await smsc.receipt('1')
    expect(carrier.news).toEqual([news(text.reference)])
  })

  test.each(['0000ABCD', '0000043981'])(
    'only in TLVs may have its id as the answer had it, or converted: %s',
    async (id) => {
      smsc = await openTestSmsc()
      smsc.control.nextId = () => '0000ABCD'
      const carrier = open({ port: smsc.port, receiptIds: 'decimal-to-hex' })
      const { text } = await submit(carrier)
      await smsc.deliver({ esmClass: 0x04, tlvs: [textTlv('receipted_message_id', id), octetTlv('message_state', 2)] })
      expect(carrier.news).toEqual([news(text.reference)])
    },
  )

  test('has its id in decimal where the answer had it in hex, if that is set', async () => {
    smsc = await openTestSmsc()
    smsc.control.nextId = () => '0000ABCD'
    const carrier = open({ port: smsc.port, receiptIds: 'decimal-to-hex' })
    await submit(carrier)
    await smsc.receipt('0000043981')
    expect(carrier.news).toHaveLength(1)
  })
})
