import { describeCounting, describeStatisticsStore, NOW } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { keyedSecrets, randomIds } from '@carillon/node'
import { openTestDatabase } from '../testing/test-database.js'

describeStatisticsStore(() => openTestDatabase())

describeCounting(async () => {
  const { unitOfWork } = await openTestDatabase()
  const { clock, chance, timer } = inMemory({ now: NOW })
  return { unitOfWork, clock, chance, timer, ids: randomIds(clock), secrets: keyedSecrets('the secret of a service') }
})
