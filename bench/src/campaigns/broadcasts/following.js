import { setTimeout as delay } from 'node:timers/promises'

/** The current state of a broadcast or batch. */
export async function readBroadcast(call, id) {
  const { status, body } = await call('GET', `/messaging/${id.startsWith('bat_') ? 'batch' : 'broadcast'}/${id}`)
  if (status !== 200) throw new Error(`reading ${id} answered ${status}: ${JSON.stringify(body)}`)
  return body
}

/** Polls the broadcast; returns the first view that meets `condition`. */
export async function untilBroadcast(call, id, { condition, withinMs, everyMs = 50 }) {
  const deadline = performance.now() + withinMs
  for (;;) {
    const view = await readBroadcast(call, id)
    if (condition(view)) return view
    if (performance.now() > deadline) throw new Error(`not within ${withinMs} ms: ${JSON.stringify(view)}`)
    await delay(everyMs)
  }
}
