import { signingWith } from '../../model/webhooks/signing-secret.js'
import { changedWebhookFaults } from '../../model/webhooks/webhook-rules.js'
import type { Clock } from '../../ports/runtime.js'
import type { Secrets } from '../../ports/secrets.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { invalidInput, refuseFaults } from '../../values/errors.js'
import { isWithin, numberExpected } from '../../values/field-rule.js'
import { DAY_MS } from '../../values/time/instant.js'
import type { WebhookWithSecret } from './add-webhook.js'
import { requireLockedEndpoint, type WebhookName } from './read-webhook.js'

export type RotateWebhookSecretInput = WebhookName & {
  /** If absent, a random secret is generated. */
  readonly secret?: string | undefined
  /** How long the previous secret also signs; a day if absent. */
  readonly previousForMs?: number | undefined
}

export const PREVIOUS_FOR_MS = { min: 0, max: 7 * DAY_MS } as const

/** Gives an endpoint another signing secret. Passing its current secret is not a rotation. */
export class RotateWebhookSecret {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock; secrets: Secrets }) {}

  async execute({ secret: given, previousForMs, ...name }: RotateWebhookSecretInput): Promise<WebhookWithSecret> {
    refuseFaults(changedWebhookFaults({ secret: given }))
    if (previousForMs !== undefined) checkPeriod(previousForMs)
    const { clock, secrets, unitOfWork } = this.deps
    const now = clock.now()
    const secret = given ?? secrets.generateWebhookSecret()
    return unitOfWork.run(async (stores) => {
      const before = await requireLockedEndpoint(stores, name)
      const endpoint = signingWith(before, secret, { secrets, now, previousForMs })
      if (endpoint !== before) await stores.webhookEndpoints.put(endpoint)
      return { endpoint, secret }
    })
  }
}

function checkPeriod(previousForMs: number): void {
  if (Number.isInteger(previousForMs) && isWithin(previousForMs, PREVIOUS_FOR_MS)) return
  throw invalidInput('previousForMs', numberExpected(PREVIOUS_FOR_MS))
}
