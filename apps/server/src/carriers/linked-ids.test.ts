import { NOW, scriptedProvider, waitUntil } from '@carillon/contracts'
import type {
  CarrierConnection,
  CarrierNews,
  CarrierReceipt,
  ForgottenPhone,
  SmsProvider,
  SmscLinks,
  SubmissionOutcome,
} from '@carillon/core'
import { SimulationClock } from '@carillon/memory'
import { memoryLinks } from '@carillon/smpp'
import { afterEach, expect, test } from '@jest/globals'
import { createLogger } from '../logging/logger.js'
import { withLinkedIds } from './linked-ids.js'

const TEXT = { reference: 'acc.msg', from: '+12025550100', to: '+12025550123', body: 'Hello', mediaUrl: null }
const FAILURE = { type: 'expired', message: 'Too late', carrierCode: '7' } as const
const aReceipt = (given: Partial<CarrierReceipt> = {}): CarrierReceipt => ({
  ...{ kind: 'receipt', reference: null, providerId: 'id-1', at: null, failure: null },
  ...given,
})

const opened: CarrierConnection[] = []

afterEach(async () => {
  await Promise.all(opened.splice(0).map((connection) => connection.close()))
})

class ClassyConnection implements CarrierConnection {
  readonly webhooks = null
  readonly directory = null
  readonly optOuts = null
  closes = 0
  constructor(readonly provider: SmsProvider) {}
  async check() {
    return []
  }
  async close() {
    this.closes++
  }
}

class ClassyProvider implements SmsProvider {
  readonly deduplicates = true
  readonly canBeAsked = true
  constructor(readonly script: SmsProvider) {}
  submit: SmsProvider['submit'] = (...given) => this.script.submit(...given)
  async find(references: readonly string[]) {
    return references.map(() => ({ kind: 'never-seen' }) as const)
  }
  async forget() {
    return this.deduplicates
  }
}

function open({ sweepEveryMs = 60_000 } = {}) {
  const clock = new SimulationClock(NOW)
  const reported: CarrierNews[] = []
  const state = { fails: false, saves: true, claims: 0 }
  const provider = scriptedProvider()
  const connection = new ClassyConnection(new ClassyProvider(provider))
  const stored = memoryLinks({ now: () => clock.now().getTime() })
  const links: SmscLinks = {
    ...stored,
    save: async (links) => {
      if (!state.saves) throw new Error('The database is down')
      return stored.save(links)
    },
    claimUnreported: (options) => {
      state.claims++
      return stored.claimUnreported(options)
    },
  }
  const logged: string[] = []
  const linked = withLinkedIds({
    ...{ connection, links, sweepEveryMs },
    logger: createLogger('info', { write: (line) => void logged.push((JSON.parse(line) as { msg: string }).msg) }),
    report: async (news) => {
      if (state.fails) throw new Error('The database is down')
      reported.push(...news)
    },
  })
  opened.push(linked.connection)
  const submit = async (outcome: SubmissionOutcome = { kind: 'accepted', providerId: 'id-1' }) => {
    provider.script.push(outcome)
    return (await linked.connection.provider.submit([TEXT], { deadlineMs: 1_000 }))[0]
  }
  return { ...linked, submit, reported, state, clock, logged, links, inner: connection }
}

test('a receipt with only the id of the carrier finds its text', async () => {
  const { submit, receive, reported } = open()
  expect(await submit()).toMatchObject({ kind: 'accepted', providerId: 'id-1' })
  await receive([aReceipt({ failure: FAILURE })])
  expect(reported).toEqual([aReceipt({ reference: 'acc.msg', providerId: null, failure: FAILURE })])
})

test('a receipt that comes before the answer to the submission finds its text afterwards', async () => {
  const { submit, receive, reported } = open()
  await receive([aReceipt()])
  expect(reported).toEqual([])
  await submit()
  expect(reported).toMatchObject([{ reference: 'acc.msg', failure: null }])
})

test('a receipt with a reference, and a text from a phone, are reported as they are', async () => {
  const { receive, reported } = open()
  const text = {
    kind: 'inbound',
    from: 'a',
    to: 'b',
    body: 'STOP',
    mediaUrls: [],
    providerId: '1',
    isAnswered: false,
  } as const
  const receipt = aReceipt({ reference: 'acc.other' })
  await receive([receipt, text])
  expect(reported).toEqual([receipt, text])
})

test('a receipt that could not be stored is reported later, though nothing else arrives', async () => {
  const { submit, receive, reported, state, clock, logged } = open({ sweepEveryMs: 5 })
  await receive([aReceipt()])
  state.fails = true
  expect(await submit()).toMatchObject({ kind: 'accepted' })
  expect(logged).toEqual(['receipts of a carrier could not be stored: they are tried again'])
  state.fails = false
  clock.advance(3_600_000)
  await waitUntil(() => reported.length > 0)
  expect(reported).toMatchObject([{ reference: 'acc.msg' }])
})

test('many receipts that could not be stored are all reported by one sweep', async () => {
  const { links, reported, clock } = open({ sweepEveryMs: 5 })
  const ids = Array.from({ length: 250 }, (_, i) => `id-${i}`)
  await links.save(ids.map((key) => ({ kind: 'id', key, reference: `acc.${key}`, part: 1, parts: 1 })))
  for (const id of ids) await links.settle({ id, echo: null, at: null, failure: null })
  clock.advance(3_600_000)
  await waitUntil(() => reported.length === 250)
})

test('a sweep is no part of a request of the carrier', async () => {
  const { submit, receive, reported, state, clock } = open()
  await receive([aReceipt()])
  state.fails = true
  await submit()
  state.fails = false
  clock.advance(3_600_000)
  await receive([aReceipt({ providerId: 'of somebody else' })])
  expect(state.claims).toBe(0)
  expect(reported).toEqual([])
})

test('ids that could not be stored are logged, and the text is taken all the same', async () => {
  const { submit, state, logged } = open()
  state.saves = false
  expect(await submit()).toMatchObject({ kind: 'accepted' })
  expect(logged).toEqual(['the ids of texts at a carrier could not be stored: their receipts are lost'])
})

test('the sweeps end when the connection is closed', async () => {
  const { connection, inner, state } = open({ sweepEveryMs: 1 })
  await waitUntil(() => state.claims > 0)
  await connection.close()
  const { claims } = state
  const other = open({ sweepEveryMs: 1 })
  await waitUntil(() => other.state.claims >= 3)
  expect(state.claims).toBe(claims)
  expect(inner.closes).toBe(1)
})

test('a connection and a provider that are instances of classes keep their methods', async () => {
  const { connection } = open()
  const { provider } = connection
  expect(await connection.check({ deadlineMs: 1_000 })).toEqual([])
  expect(await provider.find(['acc.msg'], { deadlineMs: 1_000 })).toEqual([{ kind: 'never-seen' }])
  expect(await provider.forget!({} as ForgottenPhone)).toBe(true)
  expect(provider).toMatchObject({ deduplicates: true, canBeAsked: true })
})

test('an error reaches the carrier, which then sends the receipt again', async () => {
  const { submit, receive, reported, state } = open()
  await submit()
  state.fails = true
  await expect(receive([aReceipt()])).rejects.toThrow('The database is down')
  state.fails = false
  await receive([aReceipt()])
  await receive([aReceipt()])
  expect(reported).toHaveLength(1)
})
