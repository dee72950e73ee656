import { aMessage, accountFixture, after, NOW } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { messageView } from '../../model/messages/message-view.js'
import { ReadMessage } from './read-message.js'

test('a message is read in its current state, and a message of another account is not found', async () => {
  const adapters = inMemory({ now: NOW })
  const { account, run, neighbour } = await accountFixture(adapters)
  const message = aMessage({ account: account.id })
  await run(({ messages }) => messages.add([message]))
  const readMessage = new ReadMessage(adapters)
  expect(await readMessage.execute({ account, id: message.id })).toMatchObject(messageView(message))
  const notFound = { code: 'message-not-found' }
  await expect(readMessage.execute({ account: await neighbour(), id: message.id })).rejects.toMatchObject(notFound)
  await expect(readMessage.execute({ account, id: 'msg_1' })).rejects.toMatchObject(notFound)
})

test('a message is read with its carriers: the last one that may have it, its id and code there, and every try', async () => {
  const adapters = inMemory({ now: NOW })
  const { account, run } = await accountFixture(adapters)
  const tries = [
    { carrier: 'backup', at: NOW, outcome: 'try-later', because: 'throttled' },
    { carrier: 'main', at: after(1), outcome: 'refused', carrierCode: '30007' },
    { carrier: 'backup', at: after(2), outcome: 'try-later', because: 'unreachable' },
  ] as const
  const failure = { type: 'carrier_rejected', message: 'Filtered', carrierCode: '30007' } as const
  const message = aMessage({ account: account.id, status: 'failed', phase: null, failure, providerId: 'SM1', tries })
  await run(({ messages }) => messages.add([message]))
  expect(await new ReadMessage(adapters).execute({ account, id: message.id })).toEqual({
    ...messageView(message),
    carrier: 'main',
    carrierId: 'SM1',
    carrierCode: '30007',
    tries: tries.map(({ at, ...tried }) => ({ ...tried, at: at.toISOString() })),
  })
})
