import { describeSecrets } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeSecrets(async () => inMemory().secrets)
