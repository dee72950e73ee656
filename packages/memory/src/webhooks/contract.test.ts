import { describeDeliveryStore, describeWebhookEndpointStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeDeliveryStore(async () => inMemory())

describeWebhookEndpointStore(async () => inMemory())
