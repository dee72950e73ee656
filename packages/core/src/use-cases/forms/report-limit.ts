import type { FormLimitName } from '../../model/limits/form-limits.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { EventId, GroupId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { countryOfNumber } from '../../values/phone/country-of-number.js'
import { DAY_MS, HOUR_MS } from '../../values/time/instant.js'
import { prefixOf, trafficOf } from './code-counters.js'
import { limitOf } from './code-refusals.js'
import type { FormDeps } from './form-code.js'
import { requireOpenForm } from './opt-in-form.js'

type LimitedRequest = { readonly group: GroupId; readonly phone: PhoneNumber }

/**
 * Appends an event if a request for a code failed because of a limit that concerns many visitors, at most one an hour
 * for the same limit. Runs in a unit of work of its own, because that of the request was rolled back.
 */
export async function reportLimit(deps: FormDeps, error: unknown, request: LimitedRequest): Promise<void> {
  const limit = limitOf(error)
  if (limit === null || limit === 'address') return
  const fresh = { eventId: deps.ids.next('evt'), now: deps.clock.now() }
  await deps.unitOfWork.run((stores) => report(stores, limit, { ...request, ...fresh }))
}

type Report = LimitedRequest & { readonly eventId: EventId; readonly now: Date }

async function report(stores: Stores, limit: FormLimitName, { group: id, phone, eventId, now }: Report): Promise<void> {
  const form = await requireOpenForm(stores, id)
  const { account, group } = form
  if (!(await stores.events.hasSubscribers(account.id, 'form.limited'))) return
  const numbers = numbersOf(limit, phone)
  const counter = { name: 'limit-report', subject: `${id} ${limit} ${numbers ?? ''}`, limit: ONE_AN_HOUR } as const
  const reported =
    (await stores.usages.reached(account.id, [counter], now)) ?? (await stores.usages.take(account.id, [counter], now))
  if (reported !== null) return
  const { ofForm, sentInDay } = await trafficOf(stores, { form, phone }, now)
  const data = {
    group: { id, name: group.name },
    limit,
    ...(numbers !== null && { numbers }),
    ...ofForm,
    usualPerHour: Math.round((sentInDay * HOUR_MS) / DAY_MS),
  }
  await stores.events.append(account.id, [{ id: eventId, account: account.id, at: now, type: 'form.limited', data }])
}

const ONE_AN_HOUR = { max: 1, withinMs: HOUR_MS }

/** The numbers that the limit applies to; null if it applies to all numbers. */
function numbersOf(limit: FormLimitName, phone: PhoneNumber): string | null {
  if (limit === 'prefix' || limit === 'paused_prefix') return prefixOf(phone)
  return limit === 'country' ? countryOfNumber(phone) : null
}
