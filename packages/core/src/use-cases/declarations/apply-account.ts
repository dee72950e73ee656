import type { Account, OptInFormSettings } from '../../model/accounts/account.js'
import { DEFAULT_DESTINATIONS, type Destinations } from '../../model/accounts/destinations.js'
import { CONTRACT_RATE_LIMITS, NO_RATE_LIMITS, type RateLimits } from '../../model/accounts/rate-limit.js'
import { FORM_LIMITS } from '../../model/limits/form-limits.js'
import { SERVICE_TEXTS } from '../../model/limits/stranger-limits.js'
import type { Clock, Ids } from '../../ports/runtime.js'
import type { Secrets } from '../../ports/secrets.js'
import type { SmsProvider } from '../../ports/sms-provider.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { isEqual } from '../../values/collections.js'
import { refuseFaults } from '../../values/errors.js'
import type { AccountId } from '../../values/ids.js'
import { parseTimeZone } from '../../values/time/time-zone.js'
import { grantEntries, grantIds, type GrantIds } from '../credits/credits.js'
import { applyParts, type AccountParts } from './apply-parts.js'
import { readDeclaration } from './declaration-faults.js'
import type { AccountDeclaration, OptInFormDeclaration } from './declaration.js'
import type { Findings } from './reconcile.js'

export type ApplyAccountInput = {
  readonly declaration: AccountDeclaration
  /** Whether to remove items that the declaration leaves out. */
  readonly prune: boolean
}

export type AppliedAccount = {
  readonly account: Account
  readonly parts: AccountParts
  /** The changes as text; empty when the account already matched. */
  readonly changes: readonly string[]
}

type ApplyAccountDeps = {
  readonly unitOfWork: UnitOfWork
  readonly clock: Clock
  readonly ids: Ids
  readonly secrets: Secrets
  readonly provider: Pick<SmsProvider, 'carriers'>
}

/** Makes an account match its declaration. Idempotent and atomic. */
export class ApplyAccount {
  constructor(private readonly deps: ApplyAccountDeps) {}

  async execute({ declaration: account, prune }: ApplyAccountInput): Promise<AppliedAccount> {
    const declaration = readDeclaration({ account })
    const { clock, ids, secrets, unitOfWork } = this.deps
    const newSecrets = { newKeySecrets: new Map<string, string>(), newWebhookSecrets: new Map<string, string>() }
    const { carriers = [] } = this.deps.provider
    const fresh = { id: ids.next('acc'), now: clock.now(), grant: grantIds(ids) }
    return unitOfWork.run(async (stores) => {
      const findings: Findings = { changes: [], faults: [] }
      const account = await applySettings(stores, declaration, fresh, findings)
      const parts = await applyParts(
        { stores, account, ids, secrets, carriers, now: fresh.now, prune, findings, ...newSecrets },
        declaration,
      )
      refuseFaults(findings.faults)
      return { account, parts, changes: findings.changes }
    })
  }
}

type Fresh = { readonly id: AccountId; readonly now: Date; readonly grant: GrantIds }

async function applySettings(stores: Stores, declaration: AccountDeclaration, fresh: Fresh, { changes }: Findings) {
  const existing = await stores.accounts.lockByName(declaration.name)
  if (existing === null) {
    const created = settled(newAccount(declaration.name, fresh), declaration)
    if (await stores.accounts.add(created)) {
      changes.push(`account: created ${created.name}`)
      await grantFirstCredits(stores, created, declaration, fresh)
      return created
    }
  }
  const before = existing ?? (await stores.accounts.lockByName(declaration.name))!
  const after = settled(before, declaration)
  if (!isEqual(before, after)) {
    await stores.accounts.save(after)
    changes.push(`account: changed ${after.name}`)
  }
  return after
}

async function grantFirstCredits(stores: Stores, { id }: Account, { credits = {} }: AccountDeclaration, fresh: Fresh) {
  const amounts = { sms: credits.sms ?? 0, mms: credits.mms ?? 0 }
  await stores.credits.post(id, grantEntries({ account: id, amounts, at: fresh.now, ids: fresh.grant }))
}

function newAccount(name: string, { id, now }: Fresh): Account {
  return {
    id,
    name,
    timezone: parseTimeZone('UTC'),
    capabilities: { silentOptIn: false },
    dailyMessageQuota: null,
    rateLimits: CONTRACT_RATE_LIMITS,
    compliance: { blockedPhrases: [], blockPublicShorteners: true, helpText: null },
    serviceTexts: SERVICE_TEXTS,
    optInForm: { isOpen: true, consentText: null, privacyUrl: null, termsUrl: null, limits: FORM_LIMITS },
    retention: { messages: null, events: EVENTS_KEPT_DAYS, clicks: null },
    destinations: DEFAULT_DESTINATIONS,
    refuseLandlines: false,
    createdAt: now,
  }
}

/** The default: events can be replayed for this long. */
const EVENTS_KEPT_DAYS = 90

function settled(account: Account, declaration: AccountDeclaration): Account {
  const { timezone, capabilities, dailyMessageQuota, rateLimits, serviceTexts, compliance, optInForm, retention } =
    declaration
  return {
    ...account,
    timezone: timezone ?? account.timezone,
    capabilities: { ...account.capabilities, ...capabilities },
    dailyMessageQuota: dailyMessageQuota === undefined ? account.dailyMessageQuota : dailyMessageQuota,
    rateLimits: rateLimits === undefined ? account.rateLimits : declaredLimits(rateLimits),
    serviceTexts: { ...account.serviceTexts, ...serviceTexts },
    compliance: { ...account.compliance, ...compliance },
    optInForm: declaredForm(account, optInForm),
    retention: { ...account.retention, ...retention },
    destinations: declaredDestinations(account, declaration),
    refuseLandlines: declaration.refuseLandlines ?? account.refuseLandlines,
  }
}

function declaredDestinations(
  { destinations }: Account,
  {
    allowedCountries = destinations.allowedCountries,
    allowPremium = destinations.allowPremium,
    formCountries = destinations.formCountries,
  }: AccountDeclaration,
): Destinations {
  return { allowedCountries, allowPremium, formCountries }
}

function declaredForm(
  { optInForm }: Account,
  { open = optInForm.isOpen, limits, ...texts }: OptInFormDeclaration = {},
): OptInFormSettings {
  const declared = limits === undefined ? optInForm.limits : { ...FORM_LIMITS, ...limits }
  return { ...optInForm, ...texts, limits: declared, isOpen: open }
}

function declaredLimits(limits: Partial<RateLimits> | null): RateLimits {
  return limits === null ? NO_RATE_LIMITS : { ...CONTRACT_RATE_LIMITS, ...limits }
}
