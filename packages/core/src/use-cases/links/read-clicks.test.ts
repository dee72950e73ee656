import { aClick, aMessage, aMessageLink, accountFixture, NOW } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { ReadClicks } from './read-clicks.js'

async function setUp() {
  const adapters = inMemory({ now: NOW })
  const fixture = await accountFixture(adapters)
  const account = fixture.account.id
  const message = aMessage({ account })
  const messageLinks = ['go.acme.com/b', 'go.acme.com/a'].map((link) =>
    aMessageLink({ account, message: message.id, link }),
  )
  await fixture.run(async ({ messages, clicks }) => {
    await messages.add([message])
    await clicks.add(account, messageLinks)
  })
  return { ...fixture, message, messageLinks, readClicks: new ReadClicks(adapters) }
}

test('the clicks of a message are listed for all its links, including those that were never followed', async () => {
  const { account, run, message, messageLinks, readClicks } = await setUp()
  const { link, code } = messageLinks[0]!
  await run(({ clicks }) => clicks.record(aClick({ account: account.id, link, code, agent: 'Safari' })))
  expect(await readClicks.execute({ account, id: message.id })).toMatchObject([
    { link: 'go.acme.com/a', people: 0, clicks: [] },
    { link: 'go.acme.com/b', people: 1, firstAt: NOW, clicks: [{ at: NOW, visitor: 'person', agent: 'Safari' }] },
  ])
})

test('a message without links has no clicks', async () => {
  const { account, run, readClicks } = await setUp()
  const message = aMessage({ account: account.id })
  await run(({ messages }) => messages.add([message]))
  expect(await readClicks.execute({ account, id: message.id })).toEqual([])
})

test('a missing message, or a message of another account, is not found', async () => {
  const { account, neighbour, message, readClicks } = await setUp()
  const notFound = { code: 'message-not-found' }
  await expect(readClicks.execute({ account, id: 'msg_1' })).rejects.toMatchObject(notFound)
  await expect(readClicks.execute({ account: await neighbour(), id: message.id })).rejects.toMatchObject(notFound)
})
