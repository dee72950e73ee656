import {
  describeAuditLog,
  describeOneTimeLinkStore,
  describeSessionStore,
  describeUserStore,
} from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeUserStore(async () => inMemory())
describeSessionStore(async () => inMemory())
describeOneTimeLinkStore(async () => inMemory())
describeAuditLog(async () => inMemory())
