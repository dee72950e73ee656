import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.js'
import type { Result } from '../../../api/operation.js'
import { keyOf } from '../../../api/read.js'
import { serverNowMs } from '../../../api/server-clock.js'
import { needsSchedule } from '../../../parts/timing/timing.js'
import { phonesIn } from '../audience/entered-numbers.js'
import { audienceOf, filterOf, type Composition } from '../composition.js'
import { broadcastFieldsOf, HOLD_SECONDS, scheduleFieldsOf } from './requests.js'

export type Sent =
  { readonly kind: 'broadcast'; readonly id: string } | { readonly kind: 'schedule'; readonly schedule: Schedule }

export type Schedule = Result<'/accounts/{account}/messaging/broadcast/schedules', 'post'>

/** Sends or schedules a composition. Its key makes sure that a repeat has the effect of the first request. */
export function useSend(account: string, onSent: (sent: Sent) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (composition: Composition) =>
      needsSchedule(composition.timing) ? schedule(account, composition) : sendNow(account, composition),
    onSuccess: async (sent) => {
      onSent(sent)
      for (const noun of ['broadcasts', 'schedules', 'credits'] as const) {
        void queryClient.invalidateQueries({ queryKey: keyOf(noun, account) })
      }
    },
  })
}

async function sendNow(account: string, composition: Composition): Promise<Sent> {
  const { id } = await call('post', '/accounts/{account}/broadcasts/compose', {
    path: { account },
    body: {
      audience: audienceOf(composition) ?? {},
      ...broadcastFieldsOf(composition),
      holdSeconds: HOLD_SECONDS,
    },
  })
  return { kind: 'broadcast', id }
}

async function schedule(account: string, composition: Composition): Promise<Sent> {
  const common = scheduleFieldsOf(composition, serverNowMs())
  const path = { account }
  const audience = filterOf(composition)
  if (audience !== null) {
    const made = await call('post', '/accounts/{account}/messaging/broadcast/schedules', {
      path,
      body: { audience, ...common },
    })
    return { kind: 'schedule', schedule: made }
  }
  const list = await savedList(account, composition)
  return {
    kind: 'schedule',
    schedule: await call('post', '/accounts/{account}/schedules', { path, body: { list, ...common } }),
  }
}

const LIST_STEP = 10_000

/** A schedule needs a list for entered numbers. Each attempt makes a new one, because lists only grow. */
async function savedList(account: string, { numbers }: Composition): Promise<string> {
  const phones = phonesIn(numbers)
  const now = new Date(serverNowMs()).toISOString().slice(0, 16).replace('T', ' ')
  const name = `Numbers entered ${now} UTC, ${crypto.randomUUID().slice(0, 8)}`
  let id = ''
  for (let from = 0; from < phones.length; from += LIST_STEP) {
    const saved = await call('post', '/accounts/{account}/contact-lists', {
      path: { account },
      body: { name, phoneNumbers: phones.slice(from, from + LIST_STEP) },
    })
    id = saved.id
  }
  return id
}
