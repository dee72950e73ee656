export { SimulationClock } from './clock.js'
export { inMemory, type MemoryAdapters } from './in-memory.js'
export { memoryModule } from './memory-module.js'
export { FakeSecrets } from './secrets.js'
