import { ANN, BOB, describeSmsProvider } from '@carillon/contracts'
import { expect, test } from '@jest/globals'
import { inMemory } from '../in-memory.js'
import { RecordingSmsProvider } from './sms-provider.js'

describeSmsProvider(async () => {
  const provider = new RecordingSmsProvider()
  const cutOff = new RecordingSmsProvider()
  cutOff.goOut()
  return {
    provider,
    // No other process can share the memory, so the twin is the same adapter.
    twin: provider,
    cutOff,
    deadlineMs: 1_000,
    delivered: async (wanted) => provider.sent.filter(({ reference }) => reference === wanted),
    refuse: async (number) =>
      provider.answerBy(({ to }) =>
        to === number
          ? { kind: 'refused', type: 'invalid_destination', message: 'No such number' }
          : { kind: 'accepted' },
      ),
    close: async () => provider.answerBy(() => ({ kind: 'try-later', afterMs: null })),
    stall: async () => provider.answerBy(() => ({ kind: 'unknown' })),
  }
})

const aText = (reference: string, to: string = ANN) => ({ reference, from: BOB, to, body: 'Hi', mediaUrl: null })

test('a message that is submitted during an outage is not accepted, and can be submitted again later', async () => {
  const { provider } = inMemory()
  provider.goOut()
  expect(await provider.submit([aText('one')])).toEqual([{ kind: 'try-later', afterMs: null }])
  provider.comeBack()
  expect(await provider.find(['one'])).toEqual([{ kind: 'never-seen' }])
  expect(await provider.submit([aText('one')])).toEqual([{ kind: 'accepted', providerId: 'memory-1' }])
  expect(provider.sent).toEqual([aText('one')])
})

test('texts are kept in order of acceptance, separately for each provider', async () => {
  const [{ provider }, other] = [inMemory(), inMemory()]
  await provider.submit([aText('two'), aText('one', BOB)])
  await provider.submit([aText('three'), aText('two')])
  expect(provider.sent.map(({ reference }) => reference)).toEqual(['two', 'one', 'three'])
  expect(other.provider.sent).toEqual([])
})
