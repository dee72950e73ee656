import { describeClock, describeIds, describePasswordHasher, describeSecrets } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeClock(async () => inMemory().clock)

describeIds(async () => inMemory().ids)

describeSecrets(async () => inMemory().secrets)

describePasswordHasher(() => inMemory().passwordHasher)
