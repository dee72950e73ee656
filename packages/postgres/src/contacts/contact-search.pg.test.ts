import { describeContactSearch, describeSearchByConsent, NOW } from '@carillon/contracts'
import { keyedSecrets, randomIds, systemChance, systemTimer } from '@carillon/node'
import { openTestDatabase } from '../testing/test-database.js'

describeContactSearch(() => openTestDatabase())

describeSearchByConsent(async () => {
  const { unitOfWork, rateLimiter, keyring } = await openTestDatabase()
  const clock = { now: () => NOW }
  return {
    unitOfWork,
    rateLimiter,
    keyring,
    clock,
    ids: randomIds(clock),
    chance: systemChance,
    secrets: keyedSecrets('the secret of a service'),
    timer: systemTimer,
    directory: { lookUp: () => Promise.reject(new Error('No carrier is looked up')) },
  }
})
