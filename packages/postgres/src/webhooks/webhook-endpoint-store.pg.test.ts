import { describeWebhookEndpointStore } from '@carillon/contracts'
import { openTestDatabase } from '../testing/test-database.js'

describeWebhookEndpointStore(() => openTestDatabase())
