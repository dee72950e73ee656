import { broadcastingHouseOf, memberNumber, NOW } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import type { MessageAnswer } from '../messages/message-answer.js'
import type { Page } from '../values/page.js'

test('messages are shown with the submitted body, and from their attempt on with the text that is being submitted', async () => {
  const house = await broadcastingHouseOf(inMemory({ now: NOW }), { members: 2, credits: 10 })
  const { start, work, provider, contact, messages } = house
  await contact({ phone: memberNumber(1), firstName: 'Bob' })
  const { broadcast } = await start({ body: 'Hi {{contact_first_name}}' })
  const shown = async () =>
    (await messages(broadcast.id)).results.map(({ status, body, createdAt }) => [status, body, createdAt])
  const createdAt = NOW.toISOString()
  expect(await shown()).toEqual([
    ['queued', 'Hi {{contact_first_name}}', createdAt],
    ['queued', 'Hi {{contact_first_name}}', createdAt],
  ])
  let meanwhile: Page<MessageAnswer> | undefined
  provider.script.push(async () => {
    meanwhile = await messages(broadcast.id)
    return { kind: 'accepted', providerId: 'p1' }
  })
  await work()
  expect(meanwhile?.results).toMatchObject([
    { status: 'queued', body: 'Hi ' },
    { status: 'queued', body: 'Hi Bob' },
  ])
  expect(await shown()).toEqual([
    ['sent', 'Hi ', createdAt],
    ['sent', 'Hi Bob', createdAt],
  ])
})
