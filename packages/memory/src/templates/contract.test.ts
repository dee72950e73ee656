import { describeTemplateStore } from '@carillon/contracts'
import { inMemory } from '../in-memory.js'

describeTemplateStore(async () => inMemory())
