import type { Secrets } from '../../ports/secrets.js'
import { DAY_MS } from '../../values/time/instant.js'
import { withSecret, type WebhookEndpoint } from './webhook-endpoint.js'

const PREVIOUS_SECRET_MS = DAY_MS

/**
 * The endpoint with the given signing secret. If that is already the current secret, the previous one keeps its expiry,
 * or expires now if `previousForMs` is 0. A replaced secret that cannot be unsealed, because the service's own secret
 * has changed, is dropped at once.
 */
export function signingWith(
  endpoint: WebhookEndpoint,
  secret: string,
  { secrets, now, previousForMs = PREVIOUS_SECRET_MS }: Rotation,
): WebhookEndpoint {
  const current = readable(secrets, endpoint.sealedSecret)
  if (current === secret) return previousForMs === 0 ? { ...endpoint, previousSecret: null } : endpoint
  const period = { now, previousForMs: current === null ? 0 : previousForMs }
  return withSecret(endpoint, secrets.seal(secret), period)
}

type Rotation = { readonly secrets: Secrets; readonly now: Date; readonly previousForMs?: number | undefined }

function readable(secrets: Secrets, sealed: string): string | null {
  try {
    return secrets.unseal(sealed)
  } catch {
    return null
  }
}
