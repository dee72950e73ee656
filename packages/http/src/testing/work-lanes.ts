import type { JobLane, UseCases } from '@carillon/core'

/** Runs the due jobs of these lanes in turn, until none is due. */
export async function workLanes({ runDueJobs }: Pick<UseCases, 'runDueJobs'>, lanes: readonly JobLane[]) {
  for (let begun = 1; begun > 0;) {
    begun = 0
    for (const lane of lanes) begun += await runDueJobs.execute({ lane, jobsMax: 16, onFailure: () => {} })
  }
}
