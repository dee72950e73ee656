import { describeEventOutbox } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeEventOutbox(async () => inMemory())
