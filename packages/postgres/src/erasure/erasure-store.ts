import type {
  AccountId,
  ContactId,
  Erased,
  ErasedContact,
  ErasedEvents,
  ErasedRecipients,
  ErasureStep,
  ErasureStore,
  EventId,
  GroupId,
  LookedChunk,
  MembershipState,
  Pseudonym,
} from '@carillon/core'
import { countOf, rowsOf, run, type Database } from '../sql/sql.js'
import { eraseEvents } from './erase-events.js'
import { eraseImportedRows } from './erase-imported-rows.js'
import { eraseMessages } from './erase-messages.js'
import { eraseRecipients } from './erase-recipients.js'

export class PostgresErasureStore implements ErasureStore {
  constructor(private readonly trx: Database) {}

  async eraseContact({ account, phone, subject }: Erased & { readonly subject: Pseudonym }): Promise<ErasedContact> {
    const who = { account, phone }
    let found = await countOf(this.trx, ERASE_CONVERSATIONS, who)
    found += await countOf(this.trx, ERASE_FORM_ENTRIES, who)
    found += await countOf(this.trx, ERASE_LOOK_UP_AND_POOL_MEMBERS, who)
    const locked = await this.lockContact(who)
    let lists = locked === null ? 0 : await this.leaveLists(account, locked)
    found += (await this.takeConsent(who, subject)) ? 1 : 0
    // The transaction that had locked the consent until now may also have added the contact.
    const contact = locked ?? (await this.lockContact(who))
    if (locked === null && contact !== null) lists = await this.leaveLists(account, contact)
    found += await countOf(this.trx, ERASE_OPT_OUTS_AND_USES, who)
    const { groups, active } = await this.leaveGroups(account, contact)
    found += await countOf(this.trx, ERASE_RECIPIENT_KEYS, who)
    found += await countOf(this.trx, ERASE_FROM_DRAFTS, who)
    await run(this.trx, ERASE_TEXTS, { account, subject })
    if (contact !== null) await run(this.trx, ERASE_CONTACT, { account, contact })
    const [evidence] = await rowsOf<{ is_logged: boolean; is_suppressed: boolean }>(this.trx, LEFT, {
      account,
      subject,
    })
    const { is_logged: isLogged, is_suppressed: isSuppressed } = evidence!
    const isKnown = contact !== null || found > 0 || isLogged || isSuppressed
    return { isKnown, contact, groups, left: active, lists, isSuppressed }
  }

  async eraseLeftovers(who: Erased): Promise<number> {
    let found = 0
    for (const erase of ERASE_LEFTOVERS) found += await countOf(this.trx, erase, who)
    return found
  }

  eraseImportedRows(who: Erased): Promise<number> {
    return eraseImportedRows(this.trx, who)
  }

  eraseMessages(who: Erased, limit: number): Promise<ErasureStep> {
    return eraseMessages(this.trx, who, limit)
  }

  eraseRecipients(who: Erased, step: Step<LookedChunk>): Promise<ErasedRecipients> {
    return eraseRecipients(this.trx, who, step)
  }

  eraseEvents(who: Erased, step: Step<EventId>): Promise<ErasedEvents> {
    return eraseEvents(this.trx, who, step)
  }

  private async lockContact(who: Erased): Promise<ContactId | null> {
    const [locked] = await rowsOf<{ id: ContactId }>(this.trx, LOCK_CONTACT, who)
    return locked?.id ?? null
  }

  /** Locks all lists, so that no concurrent transaction adds the contact to one. */
  private async leaveLists(account: AccountId, contact: ContactId): Promise<number> {
    const lists = (await rowsOf<{ id: string }>(this.trx, LOCK_LISTS, { account })).map(({ id }) => id)
    return lists.length === 0 ? 0 : countOf(this.trx, LEAVE_LISTS, { account, contact, lists })
  }

  /**
   * Returns whether there was a consent. If there was none, adds one temporarily: only an existing row can be locked.
   */
  private async takeConsent(who: Erased, subject: Pseudonym): Promise<boolean> {
    const { hadOne, optedOutAt } = await this.takenConsent(who)
    if (optedOutAt !== null) await run(this.trx, SUPPRESS, { account: who.account, subject, optedOutAt })
    return hadOne
  }

  /** Retries if another erasure deletes the row in the meantime. */
  private async takenConsent(who: Erased): Promise<{ readonly hadOne: boolean; readonly optedOutAt: Date | null }> {
    for (;;) {
      const added = await countOf(this.trx, LOCK_CONSENT, who)
      const [taken] = await rowsOf<{ opted_out_at: Date | null }>(this.trx, TAKE_CONSENT, who)
      if (taken !== undefined) return { hadOne: added === 0, optedOutAt: taken.opted_out_at }
    }
  }

  private async leaveGroups(account: AccountId, contact: ContactId | null) {
    if (contact === null) return { groups: 0, active: [] }
    const left = await rowsOf<LeftGroup>(this.trx, LEAVE_GROUPS, { account, contact })
    const active = left
      .filter(({ state }) => state === 'active')
      .map(({ group_id: group }) => group)
      .sort()
    for (const group of active) await run(this.trx, COUNT_DOWN, { account, group })
    return { groups: left.filter(({ state }) => state !== 'removed').length, active }
  }
}

type Step<Key> = { readonly after: Key | null; readonly limit: number }
type LeftGroup = { readonly group_id: GroupId; readonly state: MembershipState }

const OF_PHONE = 'where account_id = :account and phone = :phone'

const ERASE_CONVERSATIONS = `delete from conversation ${OF_PHONE}`

const ERASE_FORM_ENTRIES = `delete from form_entry ${OF_PHONE}`

const LOCK_CONTACT = `select id from contact ${OF_PHONE} for update`

const LOCK_LISTS = 'select id from contact_list where account_id = :account order by id for update'

const LEAVE_LISTS = `
  with gone as (
    delete from contact_list_member
     where account_id = :account and list_id = any (:lists::text[]) and contact_id = :contact
    returning list_id
  )
  update contact_list
     set size = contact_list.size - 1
    from gone
   where contact_list.account_id = :account and contact_list.id = gone.list_id`

/**
 * One statement, because most numbers have neither. Returns a row for each. The loads are locked before the members, in the
 * order in which they are locked everywhere.
 */
const ERASE_LOOK_UP_AND_POOL_MEMBERS = `
  with locked as materialized (
    select pool_load.pool_id
      from pool_load
     where pool_load.account_id = :account
       and exists (
             select
               from pool_member
              where pool_member.account_id = :account and pool_member.pool_id = pool_load.pool_id
                and pool_member.phone = :phone
           )
     order by pool_load.pool_id, pool_load.number
       for update of pool_load
  ),
  left_pool as (
    delete from pool_member
     where pool_member.account_id = :account and pool_member.phone = :phone
       and pool_member.pool_id in (select locked.pool_id from locked)
    returning pool_id, number
  ),
  counted as (
    update pool_load
       set people = pool_load.people - 1
      from left_pool
     where pool_load.account_id = :account and pool_load.pool_id = left_pool.pool_id
       and pool_load.number = left_pool.number
  ),
  looked_up as (delete from carrier_look_up ${OF_PHONE} returning phone)
  select 'look-up' as gone from looked_up union all select pool_id from left_pool`

const LOCK_CONSENT = `
  insert into consent (account_id, phone) values (:account, :phone) on conflict (account_id, phone) do nothing`

const TAKE_CONSENT = `delete from consent ${OF_PHONE} returning opted_out_at`

const SUPPRESS = `
  insert into suppression (account_id, subject, opted_out_at)
  values (:account, :subject, :optedOutAt)
  on conflict (account_id, subject) do update set opted_out_at = excluded.opted_out_at`

/** One statement, because most numbers have neither. Returns a row for each. */
const ERASE_OPT_OUTS_AND_USES = `
  with opt_out as (delete from provider_opt_out ${OF_PHONE} returning phone),
       used as (delete from frequency_use ${OF_PHONE} returning phone)
  select phone from opt_out union all select phone from used`

const LEAVE_GROUPS = `
  delete from membership where account_id = :account and contact_id = :contact returning group_id, state`

const COUNT_DOWN = `
  update contact_group set contact_count = contact_count - 1 where account_id = :account and id = :group`

const ERASE_RECIPIENT_KEYS = `delete from recipient_key ${OF_PHONE}`

/** With a new version, because an open page must not write the number again. */
const ERASE_FROM_DRAFTS = `
  update draft set numbers = array_remove(numbers, :phone), version = version + 1
   where account_id = :account and :phone = any (numbers)`

const ERASE_LEFTOVERS = [
  ERASE_CONVERSATIONS,
  ERASE_LOOK_UP_AND_POOL_MEMBERS,
  ERASE_OPT_OUTS_AND_USES,
  ERASE_RECIPIENT_KEYS,
  ERASE_FROM_DRAFTS,
]

const ERASE_TEXTS = `
  with entry as materialized (
    select account_id, id from consent_log where account_id = :account and subject = :subject
  )
  delete from consent_log_text
   using entry
   where consent_log_text.account_id = entry.account_id and consent_log_text.log_id = entry.id`

const ERASE_CONTACT = 'delete from contact where account_id = :account and id = :contact'

const LEFT = `
  select exists (select from consent_log where account_id = :account and subject = :subject) as is_logged,
         exists (select from suppression where account_id = :account and subject = :subject) as is_suppressed`
