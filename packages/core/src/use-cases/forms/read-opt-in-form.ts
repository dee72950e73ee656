import type { Clock } from '../../ports/clock.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import type { GroupId } from '../../values/ids.js'
import { optInFormOf, theOpenForm, type OptInForm } from './opt-in-form.js'

/** What a person sees who comes to the page of a group. */
export class ReadOptInForm {
  constructor(private readonly deps: { readonly unitOfWork: UnitOfWork; readonly clock: Clock }) {}

  execute({ group }: { readonly group: GroupId }): Promise<OptInForm> {
    const now = this.deps.clock.now()
    return this.deps.unitOfWork.run(async (stores) => optInFormOf(stores, await theOpenForm(stores, group), now))
  }
}
