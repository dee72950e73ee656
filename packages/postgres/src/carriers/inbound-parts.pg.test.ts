import { describeInboundParts, NOW } from '@carillon/contracts'
import { SimulationClock } from '@carillon/memory'
import { randomUUID } from 'node:crypto'
import { openTestDatabase } from '../testing/test-database.js'
import { PostgresInboundParts } from './inbound-parts.js'

describeInboundParts(async () => {
  const { knex } = await openTestDatabase()
  const clock = new SimulationClock(NOW)
  // The tests of a file share a database.
  const carrier = randomUUID()
  const partsOf = () => new PostgresInboundParts({ knex, clock, carrier })
  return { parts: partsOf(), twin: partsOf(), now: () => clock.now(), advance: (ms) => clock.advance(ms) }
})
