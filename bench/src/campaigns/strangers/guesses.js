import { setTimeout as delay } from 'node:timers/promises'

const GUESSING = '198.51.100.30'
const OWNER = '203.0.113.200'
const EVERY_MS = 50

/**
 * One address guesses the secret of a known key while its owner uses it from another address. Returns the guesses that
 * were checked, by process, and the responses to the owner.
 */
export async function guessSecrets({ work }, { account }) {
  let isOver = false
  const over = work.finally(() => (isOver = true)).catch(() => {})
  const guesses = { made: 0, slowed: 0, checked: account.calls.map(() => 0), lastedMs: 0 }
  const owner = { requests: 0, refused: 0 }
  const startedAt = performance.now()
  const guess = async (place) => {
    const wrong = { address: GUESSING, secret: `not-the-secret-${guesses.made}` }
    const { status, headers } = await account.calls[place]('GET', '/groups', null, wrong)
    if (status !== 401) throw new Error(`a wrong secret got the response ${status}`)
    guesses.made += 1
    if (headers['retry-after'] === undefined) guesses.checked[place] += 1
    else guesses.slowed += 1
  }
  const use = async (place) => {
    const { status } = await account.calls[place]('GET', '/groups', null, { address: OWNER })
    owner.requests += 1
    if (status !== 200) owner.refused += 1
  }
  while (!isOver) {
    await Promise.all(account.calls.flatMap((_, place) => [guess(place), guess(place), use(place)]))
    await delay(EVERY_MS)
  }
  await over
  guesses.lastedMs = performance.now() - startedAt
  return { guesses, owner }
}
