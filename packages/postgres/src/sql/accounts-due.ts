/** Every id of an account is above. */
export const BELOW_ALL = ''

/**
 * The first job of the lowest account, then that of the next one: each step is one look into the index, however many
 * jobs the account has, and what is read ends with the last account that was asked for.
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
 * Those above come first, and the others are not looked for where they suffice. Where nothing is due at all, the one
 * look at the lane's next job says so: a worker asks this every second, whatever lies in the future.
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
