import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { DEMO_CONTACT, DEMO_SENDER } from '../../start/demo/demo-account.js'
import { aDemoService } from '../../testing/service/a-demo-service.js'

let service: Awaited<ReturnType<typeof aDemoService>>
let cookie = ''
beforeAll(async () => {
  service = await aDemoService()
  const by = { actor: { command: 'test' }, session: null, address: null }
  const link = await service.useCases.createSetupLink.execute({ by })
  const body = { token: link!.token, name: 'Olivia', email: 'olivia@example.com', password: 'a long enough password' }
  const response = await ask('POST', '/links/accept', body)
  cookie = response.headers.get('set-cookie')!.split(';')[0]!
})
afterAll(() => service.close())

function ask(method: string, path: string, body?: object) {
  const headers = { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
  const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  return fetch(`${service.url}/dashboard/api/v1${path}`, sent)
}

test('on Postgres, a send has one entry with its message, and a refused send has none', async () => {
  const [account] = await service.useCases.listAccounts.execute()
  const path = `/accounts/${account!.id}/messaging/message`
  const send = (to: string) => ask('POST', path, { from: DEMO_SENDER, to, body: 'Your table is ready' })
  const sent = await send(DEMO_CONTACT)
  expect([sent.status, (await send('+12025550999')).status]).toEqual([201, 400])
  const { id } = (await sent.json()) as { id: string }
  const audit = await ask('GET', `/accounts/${account!.id}/audit?action=message.sent`)
  const { results } = (await audit.json()) as { results: unknown[] }
  expect(results).toMatchObject([{ action: 'message.sent', subjects: [id], actor: { email: 'olivia@example.com' } }])
  expect(JSON.stringify(results)).not.toContain('table')
})
