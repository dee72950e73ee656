import type { IncomingMessage } from 'node:http'

/** How long a whole body may take to arrive, however steadily its bytes come. */
const BODY_MS = 60_000

const allowed = new WeakMap<IncomingMessage, number>()

/** Gives the body of this request another time. */
export function allowBodyMs(req: IncomingMessage, ms: number) {
  allowed.set(req, ms)
}

export function bodyMsOf(req: IncomingMessage): number {
  return allowed.get(req) ?? BODY_MS
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
