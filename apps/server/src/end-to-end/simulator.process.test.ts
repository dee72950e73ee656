import { expect, jest, test } from '@jest/globals'
import { DEMO_CONTACT } from '../start/demo/demo-account.js'
import { aFolder, baseOf, started } from '../testing/service/starts.js'

/** Every test starts the built command, as an operator does. */
jest.setTimeout(120_000)

const STOP = { from: DEMO_CONTACT, to: '+12025550187', body: 'STOP' }

test('all processes of a service share the phones, which keep their texts after a kill -9', async () => {
  const dataDir = await aFolder()
  const [one, other] = [await phonesOf(dataDir), await phonesOf(dataDir)]
  expect(await one.call('POST', '/sim/inbound', STOP)).toMatchObject({ status: 200 })
  expect(await one.call('POST', '/sim/inbound', { ...STOP, to: '+12025550111' })).toMatchObject({ status: 404 })
  const messages = await other.call('GET', `/sim/messages?to=${DEMO_CONTACT}`)
  expect(messages).toMatchObject({ status: 200, body: { results: [{ to: DEMO_CONTACT, from: STOP.to }] } })
  await other.call('PUT', '/sim/behaviour', { outcome: 'unavailable' })
  for (const { process } of [one, other]) {
    process.child.kill('SIGKILL')
    await process.ended
  }

  const restarted = await phonesOf(dataDir)
  expect(await restarted.call('GET', `/sim/messages?to=${DEMO_CONTACT}`)).toEqual(messages)
  await restarted.call('POST', '/sim/inbound', { ...STOP, body: 'HELP' })
  expect(await restarted.call('GET', '/sim/stats')).toMatchObject({ body: { delivered: 1, refused: 0 } })
})

test('a server that other machines can reach has no phones unless the simulator is enabled', async () => {
  const dataDir = await aFolder()
  for (const [env, status] of [
    [{ HOST: '0.0.0.0' }, 404],
    [{ HOST: '0.0.0.0', CARILLON_SIM: '1' }, 200],
  ] as const) {
    const { call } = await phonesOf(dataDir, env)
    expect(await call('GET', '/sim/stats')).toMatchObject({ status })
  }
})

async function phonesOf(dataDir: string, env: Readonly<Record<string, string>> = {}) {
  const process = await started({ dataDir, env })
  const url = baseOf(process)
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(url + path, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    })
    return { status: response.status, body: await response.json() }
  }
  return { process, call }
}
