import type { AccountId, OptOutsPage, PhoneNumber, ProviderOptOut } from '@carillon/core'
import { rowsOf, run, type Database } from '../sql/sql.js'

export async function saveProviderOptOut(trx: Database, { account, phone, sender, at }: ProviderOptOut): Promise<void> {
  await run(trx, SAVE_OPT_OUT, { account, phone, sender, at })
}

export async function providerOptOuts(
  trx: Database,
  account: AccountId,
  phone: PhoneNumber,
): Promise<readonly ProviderOptOut[]> {
  const rows = await rowsOf<OptOutRow>(trx, OPT_OUTS, { account, phone })
  return rows.map(({ account_id, ...same }) => ({ account: account_id, ...same }))
}

export async function withProviderOptOut(
  trx: Database,
  account: AccountId,
  phones: readonly PhoneNumber[],
): Promise<ReadonlySet<PhoneNumber>> {
  const rows = await rowsOf<Pick<OptOutRow, 'phone'>>(trx, WITH_OPT_OUT, { account, phones: phones.join(',') })
  return new Set(rows.map(({ phone }) => phone))
}

/** The opt-outs of consents and of providers. */
export async function optOutsAfter(
  trx: Database,
  account: AccountId,
  { after, limit }: { readonly after: PhoneNumber | null; readonly limit: number },
): Promise<OptOutsPage> {
  const rows = await rowsOf<KnownOptOutRow>(trx, OPT_OUTS_AFTER, { account, after: after ?? '', limit })
  const optOuts = rows.flatMap(({ phone, opted_out_at, refused_at }) =>
    phone === null ? [] : [{ phone, optedOutAt: opted_out_at, refusedAt: refused_at }],
  )
  return { optOuts, last: rows[0]?.last ?? null }
}

type OptOutRow = Pick<ProviderOptOut, 'phone' | 'sender' | 'at'> & { readonly account_id: AccountId }

type KnownOptOutRow = {
  readonly last: PhoneNumber | null
  /** Null in the only row if none of the examined numbers has opted out. */
  readonly phone: PhoneNumber | null
  readonly opted_out_at: Date | null
  readonly refused_at: Date | null
}

const SAVE_OPT_OUT = `
  insert into provider_opt_out (account_id, phone, sender, at)
  values (:account, :phone, :sender, :at)
  on conflict (account_id, phone, sender) do update
     set at = excluded.at
   where provider_opt_out.at < excluded.at`

const OPT_OUTS = `
  select account_id, phone, sender, at
    from provider_opt_out
   where account_id = :account and phone = :phone
   order by at desc, sender`

const WITH_OPT_OUT = `
  with given as materialized (select string_to_array(:phones, ',') as phones)
  select distinct phone
    from provider_opt_out
   where account_id = :account and phone = any ((select phones from given)::text[])`

const OPT_OUTS_AFTER = `
  with refused as (
    select phone, max(at) as refused_at
      from provider_opt_out
     where account_id = :account and phone > :after
     group by phone
     order by phone
     limit :limit
  ),
  consented as (
    select phone, opted_out_at from consent where account_id = :account and phone > :after order by phone limit :limit
  ),
  examined as (
    select phone, consented.opted_out_at, refused.refused_at
      from consented
      full join refused using (phone)
     order by phone
     limit :limit
  )
  select last.phone as last, opted.phone, opted.opted_out_at, opted.refused_at
    from (select max(phone) as phone from examined) as last
    left join (select * from examined where opted_out_at is not null or refused_at is not null) as opted on true
   order by opted.phone`
