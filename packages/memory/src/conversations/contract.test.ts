import { describeConversationStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeConversationStore(async () => inMemory())
