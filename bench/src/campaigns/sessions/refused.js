import { askAll } from './routes.js'

/** Sends the requests, and throws for the first response that has none of these statuses. Returns how many were sent. */
export async function allRefused(url, attack, requests, statuses) {
  const responses = await askAll(url, requests)
  responses.forEach(({ status, text }, i) => {
    if (statuses.includes(status)) return
    const { method = 'GET', path, headers } = requests[i]
    const sent = headers === undefined ? '' : ` with ${JSON.stringify(headers)}`
    throw new Error(`${attack}: ${method} ${path}${sent} got ${status}: ${text.slice(0, 300)}`)
  })
  return requests.length
}
