import type { WebhookPost } from '@carillon/core'
import { createHmac } from 'node:crypto'

/** The headers of Standard Webhooks, with one signature for each secret over exactly these bytes. */
export function signedHeaders({ id, at, secrets }: Omit<WebhookPost, 'url' | 'body'>, body: Buffer) {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

const PREFIX = 'whsec_'
