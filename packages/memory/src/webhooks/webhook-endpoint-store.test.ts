import { describeWebhookEndpointStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeWebhookEndpointStore(async () => inMemory())
