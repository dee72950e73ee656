import type { Clock } from '../../ports/clock.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import type { JobId } from '../../values/ids.js'
import { theAccount } from '../accounts/read-account.js'

/** Makes a dead job due again: for operators, once what killed it is mended. */
export class RetryJob {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock }) {}

  execute({ accountName, id }: { accountName: string; id: JobId }): Promise<void> {
    const now = this.deps.clock.now()
    return this.deps.unitOfWork.run(async (stores) => {
      const { id: account } = await theAccount(stores, accountName)
      if (await stores.jobs.retry(account, id, now)) return
      throw new DomainError('dead-job-not-found', `No dead job of this account has the id ${id}`)
    })
  }
}
