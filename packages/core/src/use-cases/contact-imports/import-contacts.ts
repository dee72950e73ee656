import {
  NOTHING_IMPORTED,
  withStep,
  type ImportRow,
  type ImportTotals,
  type RejectedRow,
} from '../../model/contact-imports/import-rows.js'
import type { Group } from '../../model/groups/group.js'
import { readStep, shareNumbers, storeStep, type ImportDeps, type ImportTarget } from './import-step.js'
import { orderedParallel } from './ordered-parallel.js'

export type ImportContactsInput = Omit<ImportTarget, 'groups'> & {
  readonly group: Group
  /** In steps of at most IMPORT_ROWS_MAX rows, in the order of the file. */
  readonly rows: AsyncIterable<readonly ImportRow[]> | Iterable<readonly ImportRow[]>
}

export type ImportProgress = {
  /** The totals of all steps so far. */
  readonly totals: ImportTotals
  /** The rejected rows of this step, by line. */
  readonly rejected: readonly RejectedRow[]
}

/** The maximum number of rows in one unit of work. */
export const IMPORT_ROWS_MAX = 2_000

/**
 * Imports a contact file of any size: contacts are created or patched, and join the group by SILENT. A later row wins
 * over an earlier one. Each step is atomic, and is reported when it and all steps before it are stored; a bad row is
 * skipped and reported. Importing a file again changes nothing. A failure ends the import after the steps in progress
 * have ended; stored steps are kept.
 */
export class ImportContacts {
  constructor(private readonly deps: ImportDeps) {}

  async *execute({ rows, group, ...rest }: ImportContactsInput): AsyncGenerator<ImportProgress> {
    const target = { ...rest, groups: [group] }
    const steps = orderedParallel(rows, {
      prepare: (some) => readStep(this.deps, target, some),
      run: (step) => storeStep(this.deps, step),
      mustFollow: shareNumbers,
      underWayMax: UNDER_WAY_MAX,
    })
    let totals = NOTHING_IMPORTED
    for await (const step of steps) {
      totals = withStep(totals, step)
      yield { totals, rejected: step.rejected }
    }
  }
}

/** The maximum number of concurrent steps: enough to keep both this process and the database busy. */
const UNDER_WAY_MAX = 3
