import { DomainError } from '../../values/errors.js'
import type { Account } from './account.js'

/** Refuses the whole request if it would exceed the quota. */
export function checkQuota({ dailyMessageQuota: quota }: Pick<Account, 'dailyMessageQuota'>, use: QuotaUse): void {
  if (quota === null || use.acceptedThatDay + use.recipients <= quota) return
  throw quotaReached(quota, use)
}

/** The error for a request that would exceed the quota. */
export function quotaReached(quota: number, { recipients, acceptedThatDay: used, now }: QuotaUse): DomainError {
  const left =
    recipients === 1 ? 'is reached' : `has ${Math.max(0, quota - used)} left, but the request needs ${recipients}`
  const retryAfterSeconds = secondsToNextDay(now)
  const details = { quota, used, retryAfterSeconds }
  return new DomainError(
    'quota-reached',
    `The daily quota of ${quota} messages ${left}; the day ends at 00:00 UTC`,
    details,
  )
}

type QuotaUse = { readonly recipients: number; readonly acceptedThatDay: number; readonly now: Date }

function secondsToNextDay(instant: Date): number {
  return DAY_SECONDS - Math.floor((instant.getTime() / 1_000) % DAY_SECONDS)
}

const DAY_SECONDS = 86_400
