import { describeClock } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeClock(async () => inMemory().clock)
