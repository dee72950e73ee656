import { describeKeyring } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeKeyring(async () => inMemory())
