import type { Account } from '../../model/accounts/account.js'
import type { Ids } from '../../ports/ids.js'
import type { Secrets } from '../../ports/secrets.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { FieldError } from '../../values/errors.js'

/** A declaration on its way to becoming the account: what every part of it needs. */
export type ApplyRun = {
  readonly stores: Stores
  readonly account: Account
  readonly ids: Ids
  readonly secrets: Secrets
  readonly now: Date
  readonly prune: boolean
  readonly findings: Findings
  /** Made up so far, by key id. It outlives a unit of work that runs again, so that what was stored is also told. */
  readonly newKeySecrets: Map<string, string>
  /** The same of webhooks, by URL. */
  readonly newWebhookSecrets: Map<string, string>
}

/** What has been done and found so far. Faults undo the whole of it, so it goes on to find them all. */
export type Findings = { readonly changes: string[]; readonly faults: FieldError[] }
