import { describeCounting, describeStatisticsStore, NOW } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeStatisticsStore(async () => inMemory())

describeCounting(async () => inMemory({ now: NOW }))
