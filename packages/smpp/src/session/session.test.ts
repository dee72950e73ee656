import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitUntil } from '@carillon/contracts'
import { afterEach, describe, expect, test } from '@jest/globals'
import { SELF_SIGNED } from '../../../webhooks/src/testing/self-signed.js'
import { STATUS } from '../codec/statuses.js'
import { aText, closeAll, open, submit } from '../testing/smpp-under-test.js'
import { openTestSmsc, type TestSmsc, type TestSmscOptions } from '../testing/test-smsc.js'
import type { BindChange } from './bind-changes.js'
import { openBind } from './bind.js'
import { TIMING } from './timing.js'

const opened: TestSmsc[] = []

afterEach(async () => {
  await closeAll()
  const faults = opened.flatMap((smsc) => smsc.faults)
  await Promise.all(opened.splice(0).map((smsc) => smsc.close()))
  expect(faults).toEqual([])
})

async function anSmsc(options?: TestSmscOptions): Promise<TestSmsc> {
  const smsc = await openTestSmsc(options)
  opened.push(smsc)
  return smsc
}

const texts = (count: number) => Array.from({ length: count }, () => aText())
const submissionsOf = (smsc: TestSmsc) => commandsOf(smsc).filter((command) => command === 'submit_sm').length
const commandsOf = (smsc: TestSmsc) => smsc.received.map(({ command }) => command)

describe('binding', () => {
  test('is as a transceiver with version 3.4', async () => {
    const smsc = await anSmsc()
    const carrier = open({ port: smsc.port, systemType: 'VMA' })
    await submit(carrier)
    expect(smsc.received[0]).toMatchObject({ command: 'bind_transceiver', interfaceVersion: 0x34, systemType: 'VMA' })
  })

  test('can be as a transmitter and a receiver, several times', async () => {
    const smsc = await anSmsc()
    const { connection } = open({ port: smsc.port, mode: 'transmitter-receiver', binds: 2 })
    await waitUntil(() => smsc.boundCount() === 4)
    expect(smsc.receiverCount()).toBe(2)
    await connection.provider.submit(texts(20), { deadlineMs: 5_000 })
    expect(smsc.taken).toHaveLength(20)
  })

  test('is tried again after a refusal and after a broken connection', async () => {
    const smsc = await anSmsc()
    smsc.control.bindStatus = STATUS.ESME_RBINDFAIL
    const carrier = open({ port: smsc.port })
    await waitUntil(() => smsc.received.length >= 2)
    smsc.control.bindStatus = STATUS.ESME_ROK
    await waitUntil(() => smsc.boundCount() === 1)
    smsc.breakAll()
    await waitUntil(() => smsc.boundCount() === 0)
    await waitUntil(() => smsc.boundCount() === 1)
    expect((await submit(carrier)).outcome.kind).toBe('accepted')
  })

  test('that changes is reported, with the reason and the number of binds', async () => {
    const smsc = await anSmsc()
    const changes: BindChange[] = []
    const onBind = (change: BindChange) => void changes.push(change)
    const last = async (state: BindChange['state']) => {
      await waitUntil(() => changes.at(-1)?.state === state)
      return changes.at(-1)
    }
    const same = { bind: 1, command: 'bind_transceiver' }
    smsc.control.bindStatus = STATUS.ESME_RBINDFAIL
    const { connection } = open({ port: smsc.port }, { onBind })
    expect(await last('refused')).toEqual({
      ...{ ...same, state: 'refused', status: 'ESME_RBINDFAIL', boundCount: 0 },
      reason: 'the SMSC refused the bind with ESME_RBINDFAIL',
    })
    smsc.control.bindStatus = STATUS.ESME_ROK
    expect(await last('bound')).toEqual({ ...same, state: 'bound', reason: null, status: null, boundCount: 1 })
    smsc.control.bindStatus = STATUS.ESME_RBINDFAIL
    smsc.breakAll()
    await last('refused')
    expect(changes.find(({ state }) => state === 'lost')).toEqual({
      ...{ ...same, state: 'lost', status: null, boundCount: 0 },
      reason: 'the other side closed the connection',
    })
    await connection.close()
    expect(changes.at(-1)).toMatchObject({ state: 'closed', boundCount: 0 })
  })

  test('that fails without a connection is reported', async () => {
    const changes: BindChange[] = []
    open({ port: 1, binds: 2, mode: 'transmitter-receiver' }, { onBind: (change) => void changes.push(change) })
    await waitUntil(() => changes.length >= 4)
    expect(new Set(changes.map(({ bind, command }) => `${bind} ${command}`)).size).toBe(4)
    expect(changes[0]).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('ECONNREFUSED'),
      boundCount: 0,
    })
  })

  test('counts the binds that are bound', async () => {
    const smsc = await anSmsc()
    const counts: number[] = []
    open({ port: smsc.port, binds: 3 }, { onBind: ({ boundCount }) => void counts.push(boundCount) })
    await waitUntil(() => counts.length === 3)
    expect(counts).toEqual([1, 2, 3])
  })

  test('waits longer after each failure', async () => {
    const smsc = await anSmsc()
    smsc.control.bindStatus = STATUS.ESME_RBINDFAIL
    const startedAt = Date.now()
    open({ port: smsc.port }, {}, { backoffMs: 40 })
    await waitUntil(() => smsc.received.length >= 4)
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual((40 + 80 + 160) / 2)
  })

  test('fails if the SMSC does not answer in time', async () => {
    const smsc = await anSmsc()
    smsc.control.bindStatus = null
    const { connection } = open({ port: smsc.port }, {}, { bindMs: 50, backoffMs: 60_000 })
    const [outcome] = await connection.provider.submit([aText()], { deadlineMs: 5_000 })
    expect(outcome).toEqual({ kind: 'try-later', afterMs: null, because: 'unreachable' })
  })

  test('is awaited by what is submitted meanwhile', async () => {
    const smsc = await anSmsc()
    const outcomes = await open({ port: smsc.port }).connection.provider.submit(texts(3), { deadlineMs: 5_000 })
    expect(outcomes.map(({ kind }) => kind)).toEqual(['accepted', 'accepted', 'accepted'])
  })
})

describe('a check', () => {
  const check = async (given: Parameters<typeof open>[0]) => open(given).connection.check({ deadlineMs: 2_000 })

  test('finds everything good when all binds stand', async () => {
    const smsc = await anSmsc()
    expect(await check({ port: smsc.port })).toMatchObject([
      { subject: 'connection', state: 'good' },
      { subject: 'credentials', state: 'good' },
    ])
  })

  test('finds credentials that the SMSC refuses, without showing them', async () => {
    const smsc = await anSmsc()
    const findings = await check({ port: smsc.port, password: 'wrong' })
    expect(findings).toMatchObject([
      { subject: 'connection', state: 'good' },
      { subject: 'credentials', state: 'bad', message: 'The SMSC refused the bind: ESME_RINVPASWD' },
    ])
  })

  test('finds an SMSC that is not there', async () => {
    expect(await check({ port: 1 })).toMatchObject([
      { subject: 'connection', state: 'bad', message: expect.stringContaining('ECONNREFUSED') },
      { subject: 'credentials', state: 'unknown' },
    ])
  })
})

describe('the window', () => {
  test('is never exceeded, and all texts get through', async () => {
    const smsc = await anSmsc({ window: 3 })
    const { connection } = open({ port: smsc.port, window: 3 })
    const outcomes = await connection.provider.submit(texts(50), { deadlineMs: 10_000 })
    expect(outcomes.every(({ kind }) => kind === 'accepted')).toBe(true)
    expect(smsc.taken).toHaveLength(50)
  })

  test('keeps the slot of a text whose answer is late, and others are not written meanwhile', async () => {
    const smsc = await anSmsc({ window: 2 })
    smsc.control.react = () => ({ kind: 'late' })
    const { connection } = open({ port: smsc.port, window: 2 })
    const outcomes = await connection.provider.submit(texts(3), { deadlineMs: 1_000 })
    expect(outcomes).toEqual([
      { kind: 'unknown', because: 'no-answer' },
      { kind: 'unknown', because: 'no-answer' },
      { kind: 'try-later', afterMs: null, because: 'no-time' },
    ])
    expect(smsc.taken).toHaveLength(2)
    smsc.answerLate()
  })

  test('is not waited for so long that no time would be left for the answer', async () => {
    const smsc = await anSmsc({ window: 2 })
    smsc.control.react = () => ({ kind: 'late' })
    const carrier = open({ port: smsc.port, window: 1 })
    const first = submit(carrier, {}, 5_000)
    await waitUntil(() => smsc.taken.length === 1)
    const second = submit(carrier, {}, 400)
    expect((await second).outcome).toMatchObject({ kind: 'try-later', because: 'no-time' })
    smsc.answerLate()
    expect((await first).outcome.kind).toBe('accepted')
    expect(smsc.taken).toHaveLength(1)
  })

  test('is free again when the late answer comes', async () => {
    const smsc = await anSmsc()
    smsc.control.react = () => ({ kind: 'late' })
    const carrier = open({ port: smsc.port, window: 1 })
    expect((await submit(carrier, {}, 1_000)).outcome.kind).toBe('unknown')
    smsc.control.react = () => ({ kind: 'take' })
    const second = submit(carrier)
    smsc.answerLate()
    expect((await second).outcome.kind).toBe('accepted')
  })

  test('and what waits for it do not depend on the time of day', async () => {
    const smsc = await anSmsc()
    smsc.control.react = () => ({ kind: 'late' })
    const carrier = open({ port: smsc.port, window: 1 })
    const first = submit(carrier)
    await waitUntil(() => smsc.taken.length === 1)
    const second = submit(carrier)
    const { now } = Date
    try {
      Date.now = () => now() + 3_600_000
      smsc.answerLate()
      await waitUntil(() => smsc.taken.length === 2)
      smsc.answerLate()
      expect([(await first).outcome.kind, (await second).outcome.kind]).toEqual(['accepted', 'accepted'])
    } finally {
      Date.now = now
    }
  })

  test('is free again when no answer comes for a long time', async () => {
    const smsc = await anSmsc()
    smsc.control.react = () => ({ kind: 'never' })
    const carrier = open({ port: smsc.port, window: 1 }, {}, { slotMs: 1_500 })
    expect((await submit(carrier, {}, 1_000)).outcome.kind).toBe('unknown')
    smsc.control.react = () => ({ kind: 'take' })
    expect((await submit(carrier)).outcome.kind).toBe('accepted')
  })

  test('never uses a sequence number again', async () => {
    const smsc = await anSmsc()
    const { connection } = open({ port: smsc.port })
    await connection.provider.submit(texts(100), { deadlineMs: 10_000 })
    const sequences = smsc.taken.map(({ pdu }) => pdu.sequence)
    expect(new Set(sequences).size).toBe(100)
  })
})

describe('a connection that breaks', () => {
  test('before the answer leaves the text unknown, and it is not submitted again', async () => {
    const smsc = await anSmsc()
    smsc.control.react = () => ({ kind: 'break-after' })
    const carrier = open({ port: smsc.port })
    expect((await submit(carrier)).outcome).toEqual({ kind: 'unknown', because: 'no-answer' })
    smsc.control.react = () => ({ kind: 'take' })
    await waitUntil(() => smsc.boundCount() === 1)
    expect((await submit(carrier)).outcome.kind).toBe('accepted')
    expect(smsc.taken).toHaveLength(2)
  })

  test('leaves a text unknown that the SMSC never took: nobody can tell', async () => {
    const smsc = await anSmsc()
    smsc.control.react = () => ({ kind: 'break-before' })
    expect((await submit(open({ port: smsc.port }))).outcome.kind).toBe('unknown')
  })

  test.each([
    ['with a length of 4 GiB', 'ffffffff800000040000000000000002'],
    ['with a length of 8', '00000008800000040000000000000002'],
    ['that is truncated', '00000012800000040000000000000002aabb'],
  ])('because of a PDU %s is closed, opened again, and works', async (_, hex) => {
    const smsc = await anSmsc()
    smsc.control.react = () => ({ kind: 'octets', octets: Buffer.from(hex, 'hex') })
    const carrier = open({ port: smsc.port })
    expect((await submit(carrier)).outcome).toEqual({ kind: 'unknown', because: 'no-answer' })
    smsc.control.react = () => ({ kind: 'take' })
    expect((await submit(carrier)).outcome.kind).not.toBe('unknown')
    await waitUntil(async () => (await submit(carrier)).outcome.kind === 'accepted')
  })
})

describe('an SMSC that asks for less', () => {
  test('gets nothing on that bind for a while, and the text is to be submitted later', async () => {
    const smsc = await anSmsc()
    smsc.control.react = () => ({ kind: 'error', status: STATUS.ESME_RTHROTTLED })
    const carrier = open({ port: smsc.port }, {}, { throttledMs: 250 })
    const { outcome } = await submit(carrier)
    expect(outcome).toMatchObject({ kind: 'try-later', because: 'throttled' })
    const pausedAt = Date.now()
    smsc.control.react = () => ({ kind: 'take' })
    expect((await submit(carrier)).outcome.kind).toBe('accepted')
    expect(Date.now() - pausedAt).toBeGreaterThanOrEqual(200)
  })

  test('answers at once for texts whose deadline is before the end of the pause', async () => {
    const smsc = await anSmsc()
    smsc.control.react = () => ({ kind: 'error', status: STATUS.ESME_RMSGQFUL })
    const carrier = open({ port: smsc.port })
    await submit(carrier)
    const { outcome } = await submit(carrier, {}, 1_000)
    expect(outcome).toMatchObject({ kind: 'try-later', because: 'throttled' })
    expect((outcome as { afterMs: number }).afterMs).toBeGreaterThan(4_000)
    expect(submissionsOf(smsc)).toBe(1)
  })
})

describe.each(['ESME_RTHROTTLED', 'ESME_RMSGQFUL'] as const)('with two binds, %s', (name) => {
  const error = { kind: 'error', status: STATUS[name] } as const
  const openTwo = async () => {
    const smsc = await anSmsc()
    const carrier = open({ port: smsc.port, binds: 2 }, {}, { throttledMs: 3_000, queueFullMs: 3_000 })
    await waitUntil(() => smsc.boundCount() === 2)
    return { smsc, carrier }
  }

  test.each([0, 1])('on bind %d lets the other bind submit the texts', async (busy) => {
    const { smsc, carrier } = await openTwo()
    smsc.control.react = (_, bindNumber) => (bindNumber === busy ? error : { kind: 'take' })
    const outcomes = await carrier.connection.provider.submit(texts(30), { deadlineMs: 5_000 })
    expect(outcomes.every(({ kind }) => kind === 'accepted')).toBe(true)
    expect(smsc.taken).toHaveLength(30)
  })

  test('on both is reported with the shorter of the pauses', async () => {
    const { smsc, carrier } = await openTwo()
    smsc.control.react = () => error
    const { outcome } = await submit(carrier)
    expect(outcome).toMatchObject({ kind: 'try-later', because: 'throttled' })
    const { afterMs } = outcome as { afterMs: number }
    expect(afterMs).toBeGreaterThan(0)
    expect(afterMs).toBeLessThanOrEqual(3_000)
    expect(submissionsOf(smsc)).toBe(2)
  })
})

test('a bind whose delivery fails is closed, and the process goes on', async () => {
  const smsc = await anSmsc()
  const login = { systemId: smsc.systemId, password: smsc.password, systemType: '' }
  const target = { host: '127.0.0.1', port: smsc.port, tls: false }
  const bind = await openBind(
    {
      ...{ target, login, command: 'bind_transceiver', window: 1, timing: TIMING, onChange: () => {} },
      onDeliver: async () => STATUS.ESME_ROK,
      onAnswered: () => {
        throw new Error('Nobody expects this')
      },
    },
    new AbortController().signal,
  )
  void smsc.deliver({})
  expect(await bind.closed).toBe('a delivery failed: Nobody expects this')
})

describe('enquire_link', () => {
  test('is sent, and closes a bind whose SMSC does not answer', async () => {
    const smsc = await anSmsc()
    open({ port: smsc.port }, {}, { enquireMs: 30, answerMs: 50 })
    await waitUntil(() => commandsOf(smsc).filter((command) => command === 'enquire_link').length >= 3)
    expect(commandsOf(smsc).filter((command) => command === 'bind_transceiver')).toHaveLength(1)
    smsc.control.answersEnquiries = false
    await waitUntil(() => commandsOf(smsc).filter((command) => command === 'bind_transceiver').length === 2)
  })

  test('of the SMSC is answered, and an unknown request gets a generic_nack, but an unknown response nothing', async () => {
    const smsc = await anSmsc()
    open({ port: smsc.port })
    await waitUntil(() => smsc.boundCount() === 1)
    const before = smsc.faults.length
    smsc.send({ command: 'unknown', commandId: 0x80000103, sequence: 76, status: 0, tlvs: [] })
    smsc.send({ command: 'enquire_link', sequence: 77, status: 0, tlvs: [] })
    smsc.send({ command: 'unknown', commandId: 0x103, sequence: 78, status: 0, tlvs: [] })
    await waitUntil(() => smsc.faults.length === before + 2)
    // They answer nothing that the SMSC keeps in mind, so it calls them faults.
    expect(smsc.faults.splice(before)).toHaveLength(2)
    expect(smsc.received.filter(({ sequence }) => sequence === 76)).toEqual([])
    expect(smsc.received.slice(-2)).toMatchObject([
      { command: 'enquire_link_resp', sequence: 77 },
      { command: 'generic_nack', sequence: 78, status: STATUS.ESME_RINVCMDID },
    ])
  })
})

describe('closing', () => {
  test('waits for the texts in progress, and unbinds', async () => {
    const smsc = await anSmsc()
    smsc.control.react = () => ({ kind: 'late' })
    const { connection } = open({ port: smsc.port })
    const outcomes = connection.provider.submit(texts(2), { deadlineMs: 5_000 })
    await waitUntil(() => smsc.taken.length === 2)
    const closed = connection.close()
    smsc.answerLate()
    await closed
    expect((await outcomes).map(({ kind }) => kind)).toEqual(['accepted', 'accepted'])
    expect(commandsOf(smsc).at(-1)).toBe('unbind')
    expect(await connection.provider.submit(texts(1), { deadlineMs: 1_000 })).toMatchObject([{ kind: 'try-later' }])
  })

  test('ends at once when the SMSC is not there', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { connection } = open({ port: (server.address() as AddressInfo).port })
    const startedAt = Date.now()
    await connection.close()
    expect(Date.now() - startedAt).toBeLessThan(5_000)
    server.close()
  })

  test('by the SMSC lets the texts in progress finish, and binds again', async () => {
    const smsc = await anSmsc()
    smsc.control.react = () => ({ kind: 'late' })
    const carrier = open({ port: smsc.port })
    const first = submit(carrier)
    await waitUntil(() => smsc.taken.length === 1)
    smsc.send({ command: 'unbind', sequence: 5, status: 0, tlvs: [] })
    smsc.answerLate()
    expect((await first).outcome.kind).toBe('accepted')
    smsc.control.react = () => ({ kind: 'take' })
    await waitUntil(async () => (await submit(carrier)).outcome.kind === 'accepted')
    smsc.faults.splice(0, 1)
  })
})

describe('TLS', () => {
  const { key, cert } = SELF_SIGNED
  const certFile = join(mkdtempSync(join(tmpdir(), 'smpp-')), 'cert.pem')
  writeFileSync(certFile, cert)

  test.each([
    ['a file', certFile],
    ['PEM', cert],
  ])('trusts the certificates in %s', async (_, ca) => {
    const smsc = await anSmsc({ tls: { key, cert } })
    expect((await submit(open({ port: smsc.port, tls: { ca } }))).outcome.kind).toBe('accepted')
  })

  test('refuses a certificate that nobody vouches for, before the password is sent', async () => {
    const smsc = await anSmsc({ tls: { key, cert } })
    const { outcome } = await submit(open({ port: smsc.port, tls: true }))
    expect(outcome).toEqual({ kind: 'try-later', afterMs: null, because: 'unreachable' })
    expect(smsc.received).toEqual([])
  })
})
