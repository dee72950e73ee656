import { setTimeout as delay } from 'node:timers/promises'

/** A broadcast or a batch as it is now. */
export async function readBroadcast(call, id) {
  const { status, body } = await call('GET', `/messaging/${id.startsWith('bat_') ? 'batch' : 'broadcast'}/${id}`)
  if (status !== 200) throw new Error(`reading ${id} answered ${status}: ${JSON.stringify(body)}`)
  return body
}

/** Looks again and again; answers the first view of it that `holds`. */
export async function untilBroadcast(call, id, { holds, withinMs, everyMs = 50 }) {
  const deadline = performance.now() + withinMs
  for (;;) {
    const view = await readBroadcast(call, id)
    if (holds(view)) return view
    if (performance.now() > deadline) throw new Error(`not within ${withinMs} ms: ${JSON.stringify(view)}`)
    await delay(everyMs)
  }
}
