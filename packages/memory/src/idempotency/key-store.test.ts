import { describeKeyStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeKeyStore(async () => inMemory())
