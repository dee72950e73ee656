import { ROLES, VICTIM_NAME, join } from './people.js'
import { askAll, requestTo } from './routes.js'

const MISSING = `acc_${'0'.repeat(26)}`

/**
 * People of one account ask for another one at every route: by its id, which must look like an id that nobody has, and
 * for its objects below their own account.
 */
export async function otherAccounts({ service, routes, world, say }) {
  const [url] = service.urls
  const ofAccounts = routes.filter(({ path }) => path.startsWith('/accounts/{account}'))
  const ofOwners = routes.filter(({ path, isOpen }) => !isOpen && !path.startsWith('/accounts/{account}'))
  let attempts = 0
  for (const role of [...ROLES, null]) {
    // A person of her own for each part: the limit of a session must not hide an answer.
    const people = await Promise.all(
      [1, 2, 3, 4].map(() => join(service, { roles: role === null ? [] : [{ account: world.own, role }] })),
    )
    const requestsFor = (account, { token }, list = ofAccounts) =>
      list.map((route) => ({ ...requestTo(route, { account, objects: world.objects }), token }))
    const theirs = await askAll(url, requestsFor(world.victim, people[0]))
    const missing = await askAll(url, requestsFor(MISSING, people[1]))
    const ours = await askAll(url, requestsFor(world.own, people[2]))
    const wide = await askAll(url, requestsFor(world.own, people[3], ofOwners))
    theirs.forEach(({ status, text }, i) => {
      const { method, path } = ofAccounts[i]
      if (status !== 404) throw new Error(`${role} got ${status} for ${method} ${path} of another account: ${text}`)
      if (text !== missing[i].text) throw new Error(`${method} ${path} tells an account of others from none: ${text}`)
    })
    const leak = [...theirs, ...ours, ...wide].find(({ text }) => text.includes(VICTIM_NAME))
    if (leak !== undefined) throw new Error(`${role} has read data of another account: ${leak.text.slice(0, 300)}`)
    attempts += theirs.length + missing.length + ours.length + wide.length
    say(`${role ?? 'no role'}: ${attempts} requests so far`)
  }
  return attempts
}
