import { describeClickStore, describeTrackingLinkStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeClickStore(async () => inMemory())

describeTrackingLinkStore(async () => inMemory())
