import { aMessage, accountFixture, NOW } from '@carillon/contracts'
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
  expect(await readMessage.execute({ account, id: message.id })).toEqual(messageView(message))
  const notFound = { code: 'message-not-found' }
  await expect(readMessage.execute({ account: await neighbour(), id: message.id })).rejects.toMatchObject(notFound)
  await expect(readMessage.execute({ account, id: 'msg_1' })).rejects.toMatchObject(notFound)
})
