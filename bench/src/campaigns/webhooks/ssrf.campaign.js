import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { undiciWebhookSender } from '@carillon/webhooks'
import { hostileTargets, PUBLIC_OWN, resolverOf } from './hostile-targets.js'
import { randomNumbers } from '../../shared/random-numbers.js'
import { portOf } from '../../shared/port-of.js'

const PORTS = 3
const AT_ONCE = 32
/** The deadline of a post. Only a post to a name that currently resolves to a public address takes this long. */
const ATTACK_MS = 500
const CONTROL_MS = 15_000
/** A new connection is counted after a short delay. */
const SETTLE_MS = 300
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

export const campaign = {
  title:
    'webhooks to addresses of this machine and its network, in every spelling, by rebinding names and by redirects: ' +
    'no connection reaches a listener; and with the guard off, each listener is reached',

  async run({ seed, short, say }) {
    const random = randomNumbers(seed)
    const listeners = await Promise.all(Array.from({ length: PORTS }, listenEverywhere))
    try {
      const ports = listeners.map(({ port }) => port)
      const targets = hostileTargets({ random, ports, own: ownAddresses(), spellings: short ? 100 : 3_000 })
      const attack = await attackWith(targets, { allowPrivate: false, deadlineMs: ATTACK_MS, say })
      const connections = countOf(listeners)
      judgeAttack(attack, connections)
      const redirects = await redirectTo(listeners)
      const arriving = targets.filter(({ arrives }) => arrives)
      const control = await attackWith(arriving, { allowPrivate: true, deadlineMs: CONTROL_MS, say })
      judgeControl(control, listeners)
      return {
        targets: targets.length,
        posts: attack.length,
        'refused by the guard': attack.filter(isForbidden).length,
        'connections to the listeners': connections,
        'redirects not followed': redirects,
        'connections to them with the guard off': countOf(listeners),
      }
    } finally {
      for (const { close } of listeners) close()
    }
  },
}

/** Listens on one port of every address of this machine, including IPv6 if available. */
async function listenEverywhere() {
  const counted = { ipv4: 0, ipv6: 0 }
  const sockets = new Set()
  const respondTo = (family) => (socket) => {
    counted[family]++
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n'))
  }
  const ipv4 = createServer(respondTo('ipv4'))
  await listen(ipv4, { host: '0.0.0.0', port: 0 })
  const port = portOf(ipv4)
  const ipv6 = createServer(respondTo('ipv6'))
  const hasIpv6 = await listen(ipv6, { host: '::', port, ipv6Only: true }).then(
    () => true,
    () => false,
  )
  const close = () => {
    for (const server of hasIpv6 ? [ipv4, ipv6] : [ipv4]) server.close()
    for (const socket of sockets) socket.destroy()
  }
  return { port, counted, hasIpv6, close }
}

function listen(server, where) {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(where, resolve)
  })
}

function countOf(listeners) {
  return listeners.reduce((sum, { counted }) => sum + counted.ipv4 + counted.ipv6, 0)
}

function ownAddresses() {
  const all = Object.values(networkInterfaces()).flat()
  return all.filter(({ scopeid }) => !scopeid).map(({ address }) => address)
}

/** Posts to each target as often as the target specifies, many at once, so that addresses change between look-ups. */
async function attackWith(targets, { allowPrivate, deadlineMs, say }) {
  const options = { allowPrivate, resolve: resolverOf(targets) }
  const sender = undiciWebhookSender(options)
  const declaringSender = undiciWebhookSender({ ...options, ownAddresses: () => PUBLIC_OWN })
  const waiting = targets.flatMap((target) => Array(target.posts ?? 1).fill(target))
  const results = []
  const postAll = async () => {
    for (let target = waiting.shift(); target !== undefined; target = waiting.shift()) {
      const by = target.isDeclaredOwn ? declaringSender : sender
      results.push({ target, answer: await by.post(postTo(target.url), { deadlineMs }) })
      if (results.length % 1_000 === 0) say(`${results.length} posted, guard ${allowPrivate ? 'off' : 'on'}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, postAll))
  await Promise.all([sender.close(), declaringSender.close()])
  await delay(SETTLE_MS)
  return results
}

/** @returns {import('@carillon/core').WebhookPost} */
const postTo = (url) => ({ id: 'evt_of_the_campaign', at: new Date(), url, body: '{}', secrets: [SECRET] })

const isForbidden = ({ answer }) => answer.kind === 'unanswered' && answer.reason === 'forbidden'

/** A name that resolves to a public address at times may be tried; all other targets must be refused, not only fail. */
function judgeAttack(results, connections) {
  const respondedTo = results.find(({ answer }) => answer.kind === 'answered')
  if (respondedTo !== undefined) throw new Error(`${respondedTo.target.url} responded ${respondedTo.answer.status}`)
  const passed = results.find((result) => !result.target.isPublicAtTimes && !isForbidden(result))
  if (passed !== undefined) throw new Error(`${passed.target.url} was tried: ${passed.answer.message}`)
  if (connections > 0) throw new Error(`${connections} connections to the listeners`)
}

/** Checks that redirects from an allowed target to the listeners are not followed; returns the number of redirects. */
async function redirectTo(listeners) {
  const sender = undiciWebhookSender({ allowPrivate: true })
  const before = countOf(listeners)
  const statuses = [301, 302, 303, 307, 308]
  for (const { port } of listeners) {
    for (const status of statuses) {
      const head = `HTTP/1.1 ${status} Moved\r\nlocation: http://127.0.0.1:${port}/\r\ncontent-length: 0\r\n\r\n`
      const redirecting = createServer((socket) => socket.on('data', () => socket.end(head)).on('error', () => {}))
      await listen(redirecting, { host: '127.0.0.1', port: 0 })
      const answer = await sender.post(postTo(`http://127.0.0.1:${portOf(redirecting)}/`), {
        deadlineMs: CONTROL_MS,
      })
      redirecting.close()
      if (answer.kind !== 'answered' || answer.status !== status)
        throw new Error(`${status} was reported as ${JSON.stringify(answer)}`)
    }
  }
  await sender.close()
  await delay(SETTLE_MS)
  const followed = countOf(listeners) - before
  if (followed > 0) throw new Error(`${followed} redirects were followed`)
  return listeners.length * statuses.length
}

/** Checks that requests without the guard reach the same targets, which proves that the campaign detects an attack. */
function judgeControl(results, listeners) {
  const lost = results.find(({ answer }) => answer.kind !== 'answered')
  if (lost !== undefined) throw new Error(`a request to ${lost.target.url} does not arrive: ${lost.answer.message}`)
  for (const { port, counted, hasIpv6 } of listeners) {
    if (counted.ipv4 === 0 || (hasIpv6 && counted.ipv6 === 0)) {
      throw new Error(`no request has reached port ${port}: ${JSON.stringify(counted)}`)
    }
  }
}
