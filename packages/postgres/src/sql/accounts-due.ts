/** Sorts below every account id. */
export const BELOW_ALL = ''

/**
 * Finds the first job of each account, in order of the account ids, with one index look-up for each account, however
 * many jobs it has. Reading stops at the last account that was requested.
 */
const eachAccount = (name: string, where: string) => `${name} (account_id, run_at) as (
    (
      select account_id, run_at
        from job
       where lane = :lane and account_id ${where} and (select run_at from next_job) <= :now
       order by account_id, run_at
       limit 1
    )
    union all
    select following.account_id, following.run_at
      from ${name}
     cross join lateral (
       select job.account_id, job.run_at
         from job
        where job.lane = :lane and job.account_id > ${name}.account_id and job.account_id ${where}
        order by job.account_id, job.run_at
        limit 1
     ) as following
  )`

/**
 * Accounts after `:after` come first; the others are only looked up if these are fewer than the limit. If nothing is
 * due in the lane, one look-up of its next job is enough: a worker runs this every second, however many jobs are due
 * later.
 */
export const ACCOUNTS_DUE = `
  with recursive ${eachAccount('accounts_due', '> :after')},
  ${eachAccount('accounts_due_below', '<= :after')},
  next_job (run_at) as materialized (
    select min(run_at) from job where lane = :lane
  )
  select account_id from accounts_due where run_at <= :now
   union all
  select account_id from accounts_due_below where run_at <= :now
   limit :limit`
