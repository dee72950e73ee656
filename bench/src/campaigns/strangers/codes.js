import { setTimeout as delay } from 'node:timers/promises'
import { readPhone } from '../../shared/sending.js'
import { proofOf, visitorOf } from './form.js'
import { runAll } from './run-all.js'
import { ELSEWHERE, addressOf, numberIn } from './world.js'

const WIDTH = 16
const ONE_ADDRESS = '198.51.100.7'
const ONE_NETWORK = (n) => `2001:db8:1:1::${(n + 1).toString(16)}`
const CODE_WITHIN_MS = 20_000
/** Numbers of blocks that no other part of the campaign uses. */
const CODE_BLOCK = 40
/** Every account is asked for this many codes to one number. */
export const CODES_TO_SHARED_NUMBER = 6
export const SHARED_NUMBER = numberIn(CODE_BLOCK + 9, 1)

/** Asks the forms for codes as often as each limit allows, and beyond. The last steps find the form asking for work. */
export async function stormCodes(scene, { accounts, prefixes, perPrefix, hasWorkingAttacker, say }) {
  const version = await visitorOf(scene, { ...formOf(accounts[0]), address: addressOf(0) }).readVersion()
  let networks = 1
  const request = ({ account = accounts[0], phone, address = addressOf(networks++), proof = '' }) =>
    visitorOf(scene, { ...formOf(account), address }).ask({ phone, version, proof })
  const atOnce = (requests) =>
    runAll(
      requests.map((asked) => () => request(asked)),
      { width: WIDTH },
    )
  const nth = (count, map) => Array.from({ length: count }, (_, n) => map(n))

  await atOnce(accounts.flatMap((account) => nth(CODES_TO_SHARED_NUMBER, () => ({ account, phone: SHARED_NUMBER }))))
  await atOnce(nth(40, () => ({ phone: numberIn(CODE_BLOCK + 8, 1), address: ONE_ADDRESS })))
  await atOnce(nth(40, (n) => ({ phone: numberIn(CODE_BLOCK + 7, 1), address: ONE_NETWORK(n) })))
  await atOnce(ELSEWHERE.flatMap((phone) => nth(3, () => ({ phone }))))
  await atOnce(accounts.flatMap(({ from }) => nth(3, () => ({ phone: from }))))
  await atOnce(accounts.slice(1).flatMap((account) => nth(30, (n) => ({ account, phone: numberIn(50, n * 3_000) }))))
  for (let prefix = 0; prefix < prefixes; prefix++) {
    await atOnce(nth(perPrefix, (n) => ({ phone: numberIn(CODE_BLOCK, prefix * 10_000 + (n % 40)) })))
  }
  say(`codes asked from ${networks} networks`)
  const { status, work } = await request({ phone: numberIn(CODE_BLOCK + 6, 1) })
  if (status !== 429 || work === null) throw new Error(`after 50 codes that nobody entered, a visitor got ${status}`)
  const paused = hasWorkingAttacker ? await pausePrefix(request) : null
  return { version, networks, paused }
}

/** An attacker that does the work: after a few codes that it does not enter, its prefix gets no more. */
async function pausePrefix(request) {
  let sent = 0
  for (let n = 0; n < 8; n++) {
    const phone = numberIn(CODE_BLOCK + 5, n)
    const { work } = await request({ phone })
    if (work === null) break
    const { status } = await request({ phone, proof: await proofOf(work) })
    if (status === 303) sent += 1
  }
  return sent
}

/** A person in another network and with a number elsewhere joins while attackers keep asking. */
export async function visitHonestly(scene, { account, version, place }) {
  let isOver = false
  const attack = async () => {
    for (let n = 0; !isOver; n++) {
      const visitor = visitorOf(scene, { ...formOf(account), address: addressOf(5_000 + n) })
      await visitor.ask({ phone: numberIn(CODE_BLOCK + 4, n), version })
    }
  }
  const startedAt = performance.now()
  const attackers = [attack(), attack(), attack(), attack()]
  try {
    const phone = `+1303${220 + place}1000`
    const visitor = visitorOf(scene, { ...formOf(account), address: `203.0.113.${10 + place}` })
    const { work } = await visitor.ask({ phone, version })
    if (work === null) throw new Error('the form asked an honest visitor for no proof of work')
    const { status, entry } = await visitor.ask({ phone, version, proof: await proofOf(work) })
    if (status !== 303) throw new Error(`an honest visitor with a proof of work got ${status}`)
    const entered = await visitor.enter({ entry, code: await codeOn(scene, phone) })
    const { body } = await scene.pick(account.calls)('GET', `/contacts/by-phone/${phone}/consent`)
    if (entered.status !== 303 || body.state !== 'opted_in') {
      throw new Error(`an honest visitor entered the code, got ${entered.status} and is ${body.state}`)
    }
    return performance.now() - startedAt
  } finally {
    isOver = true
    await Promise.all(attackers)
  }
}

async function codeOn({ service }, phone) {
  const deadline = performance.now() + CODE_WITHIN_MS
  while (performance.now() < deadline) {
    const [text] = (await readPhone(service.urls[0])).filter(({ to }) => to === phone)
    if (text !== undefined) return text.body.slice(0, 6)
    await delay(100)
  }
  throw new Error(`an honest visitor got no code within ${CODE_WITHIN_MS} ms`)
}

function formOf({ groups }) {
  return { group: groups.All }
}
