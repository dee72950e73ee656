import type { Account } from '../../model/accounts/account.js'
import type { ConsentLogEntry } from '../../model/consent/consent-log.js'
import { consentStateOf, type ConsentState } from '../../model/consent/consent.js'
import { viewOf, type ActiveGroup, type PendingGroup } from '../../model/contacts/contact.js'
import type { Pseudonym, Secrets } from '../../ports/secrets.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import type { AccountId, GroupId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { withSuppression } from '../opt-outs/suppression.js'

/** The consent of a number, and its history. */
export type ConsentView = {
  readonly state: ConsentState
  readonly groups: readonly ActiveGroup[]
  readonly pendingGroups: readonly PendingGroup[]
  readonly optedOutAt: Date | null
  /** The senders for which the provider refused to text the number, newest first. */
  readonly providerOptOuts: readonly { readonly sender: string; readonly at: Date }[]
  /** Newest first. */
  readonly log: readonly LoggedConsent[]
}

export type LoggedConsent = Omit<ConsentLogEntry, 'account' | 'subject' | 'group'> & {
  readonly group: { readonly id: GroupId; readonly name: string } | null
}

export const CONSENT_LOG_SHOWN_MAX = 1_000

export class ReadConsent {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; secrets: Secrets }) {}

  /** Also works for a number without a contact: a STOP from such a number is stored too, even after an erasure. */
  execute({ account, phone }: { account: Account; phone: PhoneNumber }): Promise<ConsentView> {
    return this.deps.unitOfWork.run((stores) => consentOf(stores, this.deps, { account, phone }))
  }
}

export async function consentOf(
  stores: Stores,
  deps: { readonly secrets: Secrets },
  { account, phone }: { account: Pick<Account, 'id'>; phone: PhoneNumber },
): Promise<ConsentView> {
  const [{ optedOutAt }, found, optOuts, log] = await Promise.all([
    stores.consents.find(account.id, phone).then((consent) => withSuppression(stores, deps, consent)),
    stores.contactViews.find(account.id, phone),
    stores.consents.providerOptOuts(account.id, phone),
    logOf(stores, account.id, deps.secrets.pseudonymOf(account.id, phone)),
  ])
  const { groups, pendingGroups } = found === null ? NO_GROUPS : viewOf(found.contact, found.context)
  const state = consentStateOf({ optedOutAt, activeGroups: groups.length }, pendingGroups.length > 0)
  const providerOptOuts = optOuts.map(({ sender, at }) => ({ sender, at }))
  return { state, groups, pendingGroups, optedOutAt, providerOptOuts, log }
}

/** The newest changes, newest first. */
export async function logOf(stores: Stores, account: AccountId, subject: Pseudonym): Promise<readonly LoggedConsent[]> {
  const entries = await stores.consentLog.newest(account, subject, CONSENT_LOG_SHOWN_MAX)
  const names = await stores.groups.names(account, [...new Set(entries.flatMap(({ group }) => group ?? []))])
  return entries.map(({ account: _, subject: __, group, ...entry }) => ({
    ...entry,
    group: group === null ? null : { id: group, name: names.get(group)! },
  }))
}

const NO_GROUPS = { groups: [], pendingGroups: [] }
