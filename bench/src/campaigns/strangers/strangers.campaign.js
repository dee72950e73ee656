import { Agent } from 'undici'
import { randomNumbers } from '../../shared/random-numbers.js'
import { readPhone } from '../../shared/sending.js'
import { startService } from '../../shared/service.js'
import { stormClicks } from './clicks.js'
import { stormCodes, visitHonestly } from './codes.js'
import { erase } from './erase.js'
import { guessSecrets } from './guesses.js'
import { judgeCredits, judgeStops } from './judge-accounts.js'
import { judgeRequests, judgeSlowBodies } from './judge-requests.js'
import { judgeTexts } from './judge-texts.js'
import { askAgain, stormElsewhere, stormKeywords } from './keywords.js'
import { openSlowBodies } from './slow-bodies.js'
import { untilStill } from './until-still.js'
import { accountsOf, openAccounts } from './world.js'

const LONG = {
  numbersAsked: 20,
  prefixes: 10,
  perPrefix: 60,
  visitors: 3,
  clicks: 1_500,
  clicksMs: 30_000,
  hasWorkingAttacker: true,
}
const SHORT = {
  ...LONG,
  ...{ numbersAsked: 3, prefixes: 3, perPrefix: 30, visitors: 1, clicks: 500, clicksMs: 4_000 },
  hasWorkingAttacker: false,
}

export const campaign = {
  title:
    '1,000 numbers, hundreds of networks, 4 accounts, 2 processes: strangers cause no more texts than the limits allow, ' +
    'an honest visitor joins, every STOP takes effect, credits and quota are exact',

  async run({ seed, short, say }) {
    const size = short ? SHORT : LONG
    const service = await startService({ processes: 2, env: { CARILLON_TRUST_PROXY: '1' } })
    const dispatcher = new Agent({ connections: 64 })
    const slow = []
    try {
      const accounts = accountsOf({ short })
      await openAccounts(service, { accounts, dispatcher })
      say('accounts declared')
      const scene = { service, dispatcher, accepted: new Map(), erased: [], ...choices(randomNumbers(seed)) }
      const bodies = openSlowBodies(scene, { group: accounts[0].groups.All })
      slow.push(bodies)
      const seen = await storm(scene, { accounts, size, say })
      await untilStill(service)
      const submitted = onceEach([...scene.erased, ...(await readPhone(service.urls[0]))])
      const rows = [
        ...judgeTexts(submitted, { accounts, numbersAsked: size.numbersAsked }),
        ...judgeRequests(scene, { ...seen, visitors: size.visitors }),
        ...(await judgeStops(scene, { accounts })),
        ...(await judgeCredits(scene, { accounts, submitted })),
        ...(short ? [] : judgeSlowBodies(await bodies.ended)),
      ]
      return figuresOf(rows, { submitted, seen })
    } finally {
      slow.forEach(({ close }) => close())
      await dispatcher.close()
      await service.stop()
    }
  },
}

/** Everything at once. The visitors come as soon as the form asks for proofs of work. */
async function storm(scene, { accounts, size, say }) {
  const [open] = accounts
  const work = Promise.all([
    stormKeywords(scene, { accounts }).then(() => say('keywords written')),
    stormElsewhere(scene, { accounts }),
    askAgain(scene, { accounts, numbersEach: size.numbersAsked, erase: (contact) => erase(scene, contact) }),
    stormClicks(scene, { account: open, count: size.clicks, lastsMs: size.clicksMs }),
    stormForms(scene, { accounts, size, say }),
  ])
  const [{ guesses, owner }, [, , , clicks, codes]] = await Promise.all([
    guessSecrets({ work }, { account: open }),
    work,
  ])
  return { clicks, guesses, owner, ...codes }
}

async function stormForms(scene, { accounts, size, say }) {
  const { version, networks, paused } = await stormCodes(scene, { accounts, say, ...size })
  const waits = []
  for (let place = 0; place < size.visitors; place++) {
    waits.push(await visitHonestly(scene, { account: accounts[0], version, place }))
  }
  say('the honest visitors have joined')
  return { networks, paused, waits }
}

/** Shows the limits with what was seen; throws if one of them was broken. */
function figuresOf(rows, { submitted, seen: { networks, guesses, owner, waits } }) {
  const broken = rows.filter(({ holds }) => !holds).map(({ what, limit, seen }) => `${what}: ${limit}, seen ${seen}`)
  if (broken.length > 0) throw new Error(`${broken.length} invariants: ${broken.join('; ')}`)
  return {
    ...Object.fromEntries(rows.map(({ what, limit, seen }) => [what, `${String(seen).padEnd(8)} (${limit})`])),
    'texts in all': submitted.length,
    'networks that asked for codes': networks,
    'guesses, and requests of the owner': `${guesses.made} and ${owner.requests}`,
    'longest wait of an honest visitor, ms': Math.max(...waits).toFixed(0),
  }
}

function onceEach(texts) {
  return [...new Map(texts.map((text) => [text.id, text])).values()]
}

/** Random choices; they derive from the seed. */
function choices(random) {
  return {
    pick: (list) => list[Math.floor(random() * list.length)],
    shuffled: (list) =>
      list
        .map((one) => ({ one, place: random() }))
        .toSorted((a, b) => a.place - b.place)
        .map(({ one }) => one),
  }
}
