import type { ContactImport } from '../../model/contact-imports/contact-import.js'
import type { ClaimedJobOf, Job } from '../../model/jobs/job.js'
import { jobIdOf } from '../../values/ids.js'

export type ImportJob = ClaimedJobOf<'run-import'>

/** The one job of an import. It takes turns with the chunks of broadcasts. */
export function importJobOf({ account, id }: Pick<ContactImport, 'account' | 'id'>, runAt: Date): Job {
  return { kind: 'run-import', payload: { import: id }, id: jobIdOf(id), account, lane: 'bulk', runAt }
}
