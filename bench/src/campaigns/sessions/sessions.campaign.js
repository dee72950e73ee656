import { randomNumbers } from '../../shared/random-numbers.js'
import { startService } from '../../shared/service.js'
import { crossSiteRequests } from './cross-site.js'
import { forgedSessions } from './forged.js'
import { otherAccounts } from './other-accounts.js'
import { settle } from './people.js'
import { readRoutes } from './routes.js'
import { fixedAndReplayed, stolenSessions, wrongDoors } from './stolen.js'
import { storedOf } from './stored.js'

const SCENES = {
  'stolen sessions, after their end': stolenSessions,
  'planted sessions and replayed links': fixedAndReplayed,
  'forged sessions': forgedSessions,
  'credentials of another API': wrongDoors,
  'requests from other sites': crossSiteRequests,
  'ids of another account, by each role': otherAccounts,
}

export const campaign = {
  title:
    'stolen, planted, replayed, expired and forged sessions, requests from other sites, ids of others: 0 successes',

  async run({ seed, short, say }) {
    const service = await startService({ works: false })
    try {
      const world = await settle(service)
      const routes = await readRoutes(service.urls[0])
      const before = await storedOf(service, world.victim)
      const given = { service, routes, world, random: randomNumbers(seed), short, say }
      const figures = { routes: routes.length }
      for (const [name, scene] of Object.entries(SCENES)) {
        const attempts = await scene(given)
        say(`${name}: ${attempts} requests`)
        figures[name] = `${attempts} requests, 0 successes`
      }
      if ((await storedOf(service, world.victim)) !== before) throw new Error('data of the other account was changed')
      return figures
    } finally {
      await service.stop()
    }
  },
}
