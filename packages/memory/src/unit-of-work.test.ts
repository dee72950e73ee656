import { describeUnitOfWork } from '@carillon/contracts'
import { inMemory } from './in-memory.js'

describeUnitOfWork(async () => inMemory())
