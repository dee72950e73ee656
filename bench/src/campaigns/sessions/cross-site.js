import { ask } from './browser.js'
import { join } from './people.js'
import { allRefused } from './refused.js'
import { requestTo } from './routes.js'

/** Requests that a page of another site can make the browser of an owner send, with the owner's cookie. */
export async function crossSiteRequests({ service, routes, world }) {
  const [url] = service.urls
  const { host } = new URL(url)
  const { token } = await join(service, { isOwner: true })
  const own = await ask(url, { method: 'PATCH', path: '/user', body: { name: 'Olivia' }, token })
  if (own.status !== 200) throw new Error(`the owner cannot change anything from the dashboard itself: ${own.text}`)
  const origins = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'cross-site', origin: url },
    { 'sec-fetch-site': null },
    { 'sec-fetch-site': null, origin: 'https://evil.example' },
    { 'sec-fetch-site': null, origin: 'null' },
    { 'sec-fetch-site': null, origin: `http://${host}.evil.example` },
    { 'sec-fetch-site': null, origin: `http://evil.example/${host}` },
    { 'sec-fetch-site': null, origin: `http://${host}@evil.example` },
    { 'sec-fetch-site': null, referer: `${url}/dashboard` },
    { 'sec-fetch-site': null, 'x-forwarded-host': 'evil.example', origin: 'https://evil.example' },
  ]
  // A form, and a script without permission, can send these types to another site.
  const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']
  const changes = routes.filter(({ method }) => method !== 'GET')
  const requests = changes.flatMap((route) => {
    const { headers: typed, ...request } = requestTo(route, { account: world.victim, objects: world.objects })
    return [
      ...origins.map((headers) => ({ ...request, token, headers: { ...typed, ...headers } })),
      ...types.flatMap((type) =>
        [{ 'content-type': type, 'sec-fetch-site': 'cross-site' }, { 'content-type': type }].map((headers) => ({
          ...request,
          body: '{}',
          token,
          headers,
        })),
      ),
    ]
  })
  return allRefused(url, 'a request from another site', requests, [403, 415])
}
