const isLive = (request) => new URL(request.url()).pathname.endsWith('/live')

/** Notes the requests of all tabs of a browser: how long they take, which are refused, and which streams are open. */
export function watchedRequests(browser) {
  const open = new Map()
  const noted = { longestMs: 0, refused: 0, faults: [], streamsMax: 0 }
  const streams = () => [...open.keys()].filter(isLive).length
  const end = (request) => {
    const begunAt = open.get(request)
    open.delete(request)
    if (begunAt !== undefined && !isLive(request)) {
      noted.longestMs = Math.max(noted.longestMs, performance.now() - begunAt)
    }
  }
  browser.on('request', (request) => {
    open.set(request, performance.now())
    noted.streamsMax = Math.max(noted.streamsMax, streams())
  })
  browser.on('requestfinished', end)
  browser.on('requestfailed', end)
  browser.on('response', (response) => {
    if (response.status() === 429) noted.refused++
    else if (response.status() >= 400) noted.faults.push(`${response.status()} ${response.url()}`)
  })
  return {
    noted,
    streams,
    /** The requests without a response, except the streams, which stay open. */
    pending: () => [...open.keys()].filter((request) => !isLive(request)).map((request) => request.url()),
  }
}
