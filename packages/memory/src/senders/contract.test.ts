import { describePoolStore, describeThrottleStore, describeSenderStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeThrottleStore(async () => inMemory())

describeSenderStore(async () => inMemory())

describePoolStore(async () => inMemory())
