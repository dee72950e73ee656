import { setTimeout as delay } from 'node:timers/promises'
import { Pool } from 'undici'
import { basic } from '../../shared/service.js'

/** Makes `perSecond` single sends a second, without waiting for responses; returns how long each took, in ms. */
export async function sendSteadily(url, { key, from, to, perSecond, sends }) {
  const pool = new Pool(url, { connections: 64 })
  const took = []
  const send = async () => {
    const startedAt = performance.now()
    const { statusCode, body } = await pool.request({
      path: '/api/v1/messaging/message',
      method: 'POST',
      headers: { authorization: basic(key), 'content-type': 'application/json' },
      body: JSON.stringify({ to, from, body: 'Ding dong, the bells of Acme are here.' }),
    })
    if (statusCode !== 201) throw new Error(`a send got the response ${statusCode} ${await body.text()}`)
    await body.dump()
    took.push(performance.now() - startedAt)
  }
  const beganAt = performance.now()
  const running = []
  for (let i = 0; i < sends; i++) {
    await delay(Math.max(0, beganAt + (i * 1_000) / perSecond - performance.now()))
    running.push(send())
  }
  await Promise.all(running)
  await pool.close()
  return took
}
