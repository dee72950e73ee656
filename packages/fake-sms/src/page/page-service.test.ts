import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { serviceModule } from '../testing/page-modules.js'

const { service } = await serviceModule
const { fetch: realFetch } = globalThis
const realTimeout = AbortSignal.timeout.bind(AbortSignal)
const TEXT = { from: '+12025550123', to: '+12025550187', body: 'Hi' }

beforeEach(() => void Object.assign(globalThis, { document: { baseURI: 'http://localhost/sim/' } }))
afterEach(() => void Object.assign(globalThis, { fetch: realFetch }))
afterEach(() => void Object.assign(AbortSignal, { timeout: realTimeout }))

test('a request to a service that does not respond ends at the deadline', async () => {
  const deadlines: number[] = []
  const over = new AbortController()
  Object.assign(AbortSignal, {
    timeout: (ms: number) => {
      deadlines.push(ms)
      return over.signal
    },
  })
  respondWith(
    (_url, request) =>
      new Promise((_resolve, reject) => {
        request!.signal!.addEventListener('abort', () => reject(new Error('aborted')))
      }),
  )
  const writing = service.write(TEXT)
  over.abort()
  await expect(writing).rejects.toThrow('The service does not respond. Check that it is running.')
  expect(deadlines).toEqual([15_000])
})

test('a failed request reports the message of the service, or the status if there is no message', async () => {
  respondWith(async () => Response.json({ message: 'No account has the number' }, { status: 404 }))
  await expect(service.write(TEXT)).rejects.toThrow('No account has the number')
  respondWith(async () => new Response('<h1>Bad gateway</h1>', { status: 502 }))
  await expect(service.write(TEXT)).rejects.toThrow('The service responded with status 502')
})

test('the texts of a phone are requested from the path of the page', async () => {
  const requested: string[] = []
  respondWith(async (url) => {
    requested.push(String(url))
    return Response.json({ results: [{ id: 'sim_1' }] })
  })
  expect(await service.textsOf('+12025550123', { limit: 100 })).toEqual([{ id: 'sim_1' }])
  expect(requested).toEqual(['http://localhost/sim/texts?phone=%2B12025550123&limit=100'])
})

function respondWith(handler: typeof fetch) {
  Object.assign(globalThis, { fetch: handler })
}
