import { once } from 'node:events'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'

/** A local server with the part of the Bell Tower API that `BellTower` uses, and functions to control it in tests. */
export async function pretendCarrier({ token }) {
  const known = new Map()
  const refused = new Set()
  let [isClosed, isStalled, taken] = [false, false, 0]

  const take = ({ id, from, to, body, media }) => {
    if (known.has(id)) return known.get(id).result
    if (isClosed) return { state: 'busy' }
    const result = refused.has(to)
      ? { state: 'refused', reason: 'This number is not in service' }
      : { state: 'taken', carrierId: `bell-${++taken}` }
    known.set(id, { result, text: { reference: id, from, to, body, mediaUrl: media } })
    return result
  }
  const server = createServer(async (req, res) => {
    const { pathname, searchParams } = new URL(req.url, 'http://localhost')
    const end = (status, body) =>
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (req.headers.authorization !== `Bearer ${token}`) return end(401, {})
    if (pathname !== '/messages') return end(404, {})
    if (req.method === 'GET') {
      const resultOf = (id) => known.get(id)?.result ?? { state: 'unknown-id' }
      return end(200, { answers: searchParams.getAll('id').map(resultOf) })
    }
    const { texts } = await json(req)
    const answers = texts.map(take)
    if (!isStalled) end(200, { answers })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    delivered: (reference) =>
      [known.get(reference)].filter((one) => one?.result.state === 'taken').map(({ text }) => text),
    texts: () => [...known.values()].map(({ text }) => text),
    refuse: (to) => void refused.add(to),
    takeNothingMore: () => void (isClosed = true),
    stopResponding: () => void (isStalled = true),
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
