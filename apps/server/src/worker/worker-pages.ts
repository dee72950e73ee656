import type { RequestListener } from 'node:http'
import type { Registry } from 'prom-client'

export type WorkerPagesOptions = {
  readonly registry: Registry
  /** The state of each dependency of the worker, by name: `ok`, or the fault. */
  readonly ready: () => Promise<Readonly<Record<string, string>>>
  /** The names of the carriers that get no texts of this worker at present. */
  readonly carriersDown: () => readonly string[]
}

type Page = { readonly status: number; readonly type: string; readonly text: string }

/** The metrics and health checks of a worker, with the same responses as a server. Has no other paths. */
export function workerPages({ registry, ready, carriersDown }: WorkerPagesOptions): RequestListener {
  const pages = new Map<string, () => Promise<Page>>([
    ['/healthz', async () => json(200, { status: 'ok' })],
    ['/readyz', async () => readinessPage(await ready(), carriersDown())],
    ['/metrics', async () => ({ status: 200, type: registry.contentType, text: await registry.metrics() })],
  ])
  return (req, res) => {
    const page = pages.get(req.url!.split('?')[0]!)
    if (page === undefined) return void res.writeHead(404).end()
    if (req.method !== 'GET' && req.method !== 'HEAD') return void res.writeHead(405, { allow: 'GET, HEAD' }).end()
    page().then(
      ({ status, type, text }) => res.writeHead(status, { 'content-type': type }).end(text),
      () => res.writeHead(500).end(),
    )
  }
}

function readinessPage(checks: Readonly<Record<string, string>>, carriersDown: readonly string[]): Page {
  const isReady = Object.values(checks).every((result) => result === 'ok')
  const down = carriersDown.length > 0 ? { carriersDown } : {}
  return json(isReady ? 200 : 503, { status: isReady ? 'ok' : 'unavailable', checks, ...down })
}

function json(status: number, body: object): Page {
  return { status, type: 'application/json; charset=utf-8', text: JSON.stringify(body) }
}
