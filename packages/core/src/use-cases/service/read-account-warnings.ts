import type { Account } from '../../model/accounts/account.js'
import type { Sender } from '../../model/senders/sender.js'
import type { Clock } from '../../ports/runtime.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { outlookOf, type Outlook } from '../statistics/read-outlook.js'

export const ACCOUNT_WARNING_CODES = [
  'dead-jobs',
  'webhooks-disabled',
  'webhooks-failing',
  'carriers-down',
  'credits-ending',
  'quota-nearly-reached',
  'numbers-inactive',
  'schedules-failing',
] as const
export type AccountWarningCode = (typeof ACCOUNT_WARNING_CODES)[number]

/** Something in an account that a person should look at, and what it concerns. */
export type AccountWarning = {
  readonly code: AccountWarningCode
  readonly count: number
  /** Since when, if it is known. */
  readonly since: Date | null
  /** The first things that it concerns: jobs, webhooks, carriers, numbers or schedules. */
  readonly ids: readonly string[]
  readonly details: Readonly<Record<string, number | string | null>>
}

/** A carrier whose breaker is open. */
export type DownCarrier = { readonly name: string; readonly hasRoutes: boolean }

export type ReadAccountWarningsInput = { readonly account: Account; readonly downCarriers: readonly DownCarrier[] }

const IDS_MAX = 20
/** Credits that last less long at the present pace are worth a warning. */
const CREDIT_DAYS_MIN = 7
const SCHEDULES_MAX = 1_000
const QUOTA_SHARE_MAX = 0.8

/** Everything that a person should look at in an account; empty if nothing is wrong. */
export class ReadAccountWarnings {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock }) {}

  execute({ account, downCarriers }: ReadAccountWarningsInput): Promise<readonly AccountWarning[]> {
    const now = this.deps.clock.now()
    return this.deps.unitOfWork.run(async (stores) => {
      const senders = await stores.senders.of(account.id)
      const outlook = await outlookOf(stores, account, now)
      const warnings = [
        await deadJobs(stores, account),
        ...(await webhookWarnings(stores, account)),
        carriersDown(senders, downCarriers),
        creditsEnding(outlook),
        quotaNearlyReached(outlook),
        numbersInactive(senders),
        await schedulesFailing(stores, account),
      ]
      return warnings.filter((found) => found !== null)
    })
  }
}

function warning(
  code: AccountWarningCode,
  ids: readonly string[],
  given: Partial<AccountWarning> = {},
): AccountWarning | null {
  const count = given.count ?? ids.length
  return count === 0 ? null : { since: null, details: {}, ...given, code, count, ids: ids.slice(0, IDS_MAX) }
}

async function deadJobs({ jobs }: Stores, { id }: Account) {
  const { totalCount, results } = await jobs.listDead(id, { page: 1, limit: IDS_MAX })
  const last = totalCount <= IDS_MAX ? results : (await jobs.listDead(id, { page: totalCount, limit: 1 })).results
  const ids = results.map((job) => job.id)
  return warning('dead-jobs', ids, { count: totalCount, since: last.at(-1)?.diedAt ?? null })
}

async function webhookWarnings({ webhookEndpoints }: Stores, { id }: Account) {
  const endpoints = await webhookEndpoints.of(id)
  // What a person has disabled needs no warning.
  const disabled = endpoints.flatMap(({ id, disabled }) =>
    disabled === null || disabled.reason === 'operator' ? [] : [{ id, at: disabled.at }],
  )
  const failing = endpoints.flatMap(({ id, disabled, failingSince }) =>
    disabled === null && failingSince !== null ? [{ id, at: failingSince }] : [],
  )
  const warningSince = (code: AccountWarningCode, some: readonly { readonly id: string; readonly at: Date }[]) =>
    warning(
      code,
      some.map(({ id }) => id),
      { since: earliest(some.map(({ at }) => at)) },
    )
  return [warningSince('webhooks-disabled', disabled), warningSince('webhooks-failing', failing)]
}

function carriersDown(senders: readonly Sender[], down: readonly DownCarrier[]) {
  const active = senders.filter(({ status }) => status === 'active')
  const concerned = down.filter(({ name, hasRoutes }) =>
    active.some(({ carrier }) => (carrier === null ? hasRoutes : carrier === name)),
  )
  const ids = concerned.map(({ name }) => name)
  return warning('carriers-down', ids)
}

/** An account without credits sends nothing, whatever its pace. */
function creditsEnding({ credits: { sms }, perDay, daysLeft }: Outlook) {
  if (sms > 0 && (daysLeft.sms === null || daysLeft.sms >= CREDIT_DAYS_MIN)) return null
  const details = { sms, perDay: Math.ceil(perDay.sms), daysLeft: daysLeft.sms ?? 0 }
  return warning('credits-ending', [], { count: 1, details })
}

function quotaNearlyReached({ quota }: Outlook) {
  if (quota === null || quota.used < quota.limit * QUOTA_SHARE_MAX) return null
  return warning('quota-nearly-reached', [], { count: 1, details: { quota: quota.limit, used: quota.used } })
}

function numbersInactive(senders: readonly Sender[]) {
  const inactive = senders.filter(({ status }) => status === 'inactive')
  const ids = inactive.map(({ number }) => number)
  return warning('numbers-inactive', ids, { details: { active: senders.length - inactive.length } })
}

async function schedulesFailing({ service }: Stores, { id }: Account) {
  const failing = await service.failingSchedules(id, SCHEDULES_MAX)
  return warning(
    'schedules-failing',
    failing.map(({ schedule }) => schedule.id),
    {
      since: earliest(failing.map(({ send }) => send.scheduledFor)),
      details: { reason: failing[0]?.send.reason ?? null },
    },
  )
}

function earliest(times: readonly Date[]): Date | null {
  return times.reduce<Date | null>((first, at) => (first === null || at < first ? at : first), null)
}
