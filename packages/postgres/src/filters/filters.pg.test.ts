import { describeContactFilters, describeSegmentStore, type ComparedFilters } from '@carillon/contracts'
import { openTestDatabase } from '../testing/test-database.js'

/** The campaign `filters` compares more of them. */
const GIVEN = process.env['CARILLON_TEST_FILTERS']

describeContactFilters(
  () => openTestDatabase(),
  GIVEN === undefined ? undefined : (JSON.parse(GIVEN) as ComparedFilters),
)
describeSegmentStore(() => openTestDatabase())
