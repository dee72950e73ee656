/** Follows redirects and keeps cookies as a browser does, which `fetch` does not. */
export function aBrowser(home: string) {
  /** By host and port, because the tests run all servers on one host. */
  const cookies = new Map<string, Map<string, string>>()
  let at = new URL(home)

  async function visit(url: URL, init: RequestInit = {}): Promise<Response> {
    const own = cookies.get(url.host) ?? new Map<string, string>()
    cookies.set(url.host, own)
    const cookie = [...own].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } })
    for (const set of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(set)) own.delete(name!)
      else own.set(name!, value!)
    }
    return response
  }

  /** Opens the URL and follows its redirects until `isEnd`. `change` may replace each URL before it is opened. */
  async function walk(start: string, change: (step: URL) => URL, isEnd: (step: URL) => boolean): Promise<URL> {
    let step = change(new URL(start, home))
    for (let steps = 0; steps < STEPS_MAX; steps++) {
      if (isEnd(step)) return step
      const response = await visit(step)
      await response.body?.cancel()
      const location = response.headers.get('location')
      if (location === null) return step
      step = change(new URL(location, step))
    }
    throw new Error(`More than ${STEPS_MAX} redirects`)
  }

  const api = async (method: string, path: string, body?: object) => {
    const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
    return visit(new URL(`/dashboard/api/v1${path}`, home), {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
  }

  return {
    follow: async (start: string, change: (step: URL) => URL = (step) => step): Promise<void> => {
      at = await walk(start, change, ({ origin, pathname }) => origin === home && !pathname.startsWith(BETWEEN))
    },
    /** The first URL for which `isEnd` holds, which is not opened. */
    until: async (start: string, isEnd: (step: URL) => boolean) => (await walk(start, (step) => step, isEnd)).href,
    /** The page that it shows, without the origin. */
    location: () => at.pathname + at.search,
    /** Begins to accept a link at the issuer, as the page of the link does, and returns the URL to open. */
    begin: async (token: string): Promise<string> => {
      const response = await api('POST', '/links/oidc', { token })
      if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`)
      return ((await response.json()) as { url: string }).url
    },
    session: async () => (await api('GET', '/session')).json() as Promise<Session>,
  }
}

const STEPS_MAX = 20
/** The pages of the service that only redirect. */
const BETWEEN = '/dashboard/oidc/'

type Session = { readonly user: { readonly id: string; readonly email: string }; readonly code?: number }
