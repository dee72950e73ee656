import { describeAudienceStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeAudienceStore(async () => inMemory())
