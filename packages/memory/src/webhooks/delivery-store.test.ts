import { describeDeliveryStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeDeliveryStore(async () => inMemory())
