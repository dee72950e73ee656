import { describeTrackingLinkStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeTrackingLinkStore(async () => inMemory())
