import { setMaxListeners } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { killAtRandom } from './kills.js'
import { CHANGING } from '../test-carriers/moods.js'
import { sendAll } from './sending.js'

/** Everything is sent while the carriers change their moods and the processes die. */
export async function storm({ service, workers, scene, carriers, senders, random, size, short }) {
  const ending = new AbortController()
  const { signal } = ending
  // Each send waits for its moment.
  setMaxListeners(0, signal)
  const { stormMs: withinMs, kills, moodMs } = size
  const sending = sendAll(service, { senders, random, withinMs, signal })
  const killing = killAtRandom({ service, workers, random, kills, withinMs, signal, endsLeases: short })
  const moods = carriers.map((carrier, i) => changeMoods(carrier, scene.carriers[i], { random, moodMs, signal }))
  try {
    await Promise.all([sending, killing])
    return { responses: await sending, kills: await killing }
  } finally {
    ending.abort()
    await Promise.allSettled([sending, killing])
    await Promise.all(moods)
  }
}

/** Until the end of the storm. Then the carrier is calm. */
async function changeMoods(carrier, { mood = null }, { random, moodMs: [least, most], signal }) {
  if (mood !== null) return carrier.setMood(mood)
  while (!signal.aborted) {
    await carrier.setMood(CHANGING[Math.floor(random() * CHANGING.length)])
    await delay(least + random() * (most - least), undefined, { signal }).catch(() => {})
  }
  await carrier.setMood('calm')
}
