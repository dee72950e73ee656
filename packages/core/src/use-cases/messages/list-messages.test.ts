import { after, aMessage, aMessageQuery, anInboundText, accountFixture, NOW } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { messageView } from '../../model/messages/message-view.js'
import { ListMessages } from './read-message.js'

test('the messages of an account are listed newest first, including inbound ones', async () => {
  const adapters = inMemory({ now: NOW })
  const { account, run, neighbour } = await accountFixture(adapters)
  const request = aMessage({ account: account.id })
  const reply = anInboundText({ account: account.id, createdAt: after(60) })
  await run(({ messages }) => messages.add([request, reply]))
  const list = new ListMessages(adapters)
  const query = aMessageQuery({ limit: 20 })
  const results = [messageView(reply), messageView(request)]
  expect(await list.execute({ account, query })).toEqual({ page: 1, limit: 20, totalCount: 2, results })
  const others = await list.execute({ account: await neighbour(), query })
  expect(others).toEqual({ page: 1, limit: 20, totalCount: 0, results: [] })
})
