import { aMessage, ANN, BOB, after, anInboundText } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { aPerson } from '../testing/fixtures/dashboard-fixture.js'
import { applyAcme, openTestApi } from '../testing/test-api.js'

async function open() {
  const adapters = inMemory()
  const fixture = await openTestApi(adapters)
  await applyAcme(fixture)
  const [account] = await fixture.useCases.listAccounts.execute()
  const { token } = await aPerson(adapters, { roles: { [account!.id]: 'viewer' } })
  const read = (query = '', phone: string = ANN) =>
    fixture.dashboard('GET', `/accounts/${account!.id}/contacts/by-phone/${phone}/timeline${query}`, {}, token)
  return { ...fixture, ...adapters, account: account!, read }
}

test('the timeline has the texts of a number in both directions with their clicks, newest first', async () => {
  const { account, unitOfWork, read } = await open()
  const text = aMessage({ account: account.id, body: 'See go.acme.com/sale' })
  const reply = anInboundText({ account: account.id, body: 'Thanks', createdAt: after(60) })
  const code = 'abcdefghij'
  await unitOfWork.run(async ({ messages, clicks }) => {
    await messages.add([text, reply, aMessage({ account: account.id, to: BOB })])
    const url = { account: account.id, link: 'go.acme.com/sale', code }
    await clicks.add(account.id, [{ ...url, message: text.id }])
    await clicks.record({ ...url, at: after(30), visitor: 'person', agent: null, network: null })
  })
  const { status, body } = await read()
  expect(status).toBe(200)
  expect(body).toEqual({
    nextCursor: null,
    results: [
      { kind: 'text', at: after(60).toISOString(), purpose: 'message', clicks: [], message: expect.anything() },
      {
        kind: 'text',
        at: text.createdAt.toISOString(),
        purpose: 'message',
        message: expect.objectContaining({ id: text.id, body: 'See go.acme.com/sale', direction: 'outbound' }),
        clicks: [
          {
            link: 'go.acme.com/sale',
            people: 1,
            bots: 0,
            firstClickedAt: after(30).toISOString(),
            lastClickedAt: after(30).toISOString(),
          },
        ],
      },
    ],
  })
  const first = await read('?limit=1')
  expect(first.body.results).toEqual([body.results[0]])
  const rest = await read(`?limit=1&cursor=${first.body.nextCursor}`)
  expect(rest.body).toEqual({ nextCursor: null, results: [body.results[1]] })
})

test('the timeline of a number that nobody knows is empty, and text that is no number is refused', async () => {
  const { read } = await open()
  expect((await read('', BOB)).body).toEqual({ results: [], nextCursor: null })
  expect((await read('', '12')).status).toBe(400)
  expect((await read('?cursor=%25')).status).toBe(400)
})
