import { describeCanaries, describePauses, NOW } from '@carillon/contracts'
import { keyedSecrets, randomIds, systemChance, systemTimer } from '@carillon/node'
import { openTestDatabase } from '../testing/test-database.js'

/** A database with concurrent transactions, and a clock that only a test moves. */
async function open() {
  const { unitOfWork } = await openTestDatabase()
  let now = NOW
  const clock = {
    now: () => now,
    advance: (ms: number) => {
      now = new Date(now.getTime() + ms)
    },
  }
  const secrets = keyedSecrets('the secret of a service')
  return { unitOfWork, clock, secrets, ids: randomIds(clock), chance: systemChance, timer: systemTimer }
}

describePauses(open)

describeCanaries(open)
