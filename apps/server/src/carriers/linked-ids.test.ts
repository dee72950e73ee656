import { NOW, scriptedProvider } from '@carillon/contracts'
import type { CarrierConnection, CarrierNews, CarrierReceipt, SubmissionOutcome } from '@carillon/core'
import { SimulationClock } from '@carillon/memory'
import { memoryLinks } from '@carillon/smpp'
import { expect, test } from '@jest/globals'
import { createLogger } from '../logging/logger.js'
import { withLinkedIds } from './linked-ids.js'

const TEXT = { reference: 'acc.msg', from: '+12025550100', to: '+12025550123', body: 'Hello', mediaUrl: null }
const FAILURE = { type: 'expired', message: 'Too late', carrierCode: '7' } as const
const aReceipt = (given: Partial<CarrierReceipt> = {}): CarrierReceipt => ({
  ...{ kind: 'receipt', reference: null, providerId: 'id-1', at: null, failure: null },
  ...given,
})

function open() {
  const clock = new SimulationClock(NOW)
  const reported: CarrierNews[] = []
  const state = { fails: false }
  const provider = scriptedProvider()
  const connection = { provider } as unknown as CarrierConnection
  const linked = withLinkedIds({
    connection,
    links: memoryLinks({ now: () => clock.now().getTime() }),
    clock,
    logger: createLogger('silent', { write: () => {} }),
    report: async (news) => {
      if (state.fails) throw new Error('The database is down')
      reported.push(...news)
    },
  })
  const submit = async (outcome: SubmissionOutcome = { kind: 'accepted', providerId: 'id-1' }) => {
    provider.script.push(outcome)
    return (await linked.connection.provider.submit([TEXT], { deadlineMs: 1_000 }))[0]
  }
  return { ...linked, submit, reported, state, clock }
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

test('a receipt of an unknown id is kept, and one that could not be stored is reported later', async () => {
  const { submit, receive, reported, state, clock } = open()
  await receive([aReceipt()])
  state.fails = true
  expect(await submit()).toMatchObject({ kind: 'accepted' })
  state.fails = false
  clock.advance(3_600_000)
  await receive([aReceipt({ providerId: 'of somebody else' })])
  expect(reported).toMatchObject([{ reference: 'acc.msg' }])
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
