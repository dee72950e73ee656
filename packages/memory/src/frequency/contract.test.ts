import { describeFrequencyStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeFrequencyStore(async () => inMemory())
