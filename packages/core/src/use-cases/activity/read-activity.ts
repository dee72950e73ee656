import type { Activity } from '../../model/activity/activity.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import type { AccountId } from '../../values/ids.js'

/** Reads what takes to notice changes in an account. Live pages call it every second. */
export class ReadActivity {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ account }: { readonly account: AccountId }): Promise<Activity> {
    return this.deps.unitOfWork.run(({ activity }) => activity.read(account))
  }
}
