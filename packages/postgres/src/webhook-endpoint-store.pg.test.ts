import { describeWebhookEndpointStore } from '@carillon/contracts'
import { openTestDatabase } from './testing.js'

describeWebhookEndpointStore(() => openTestDatabase())
