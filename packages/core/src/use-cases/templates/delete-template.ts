import { isTemplateId, type Template } from '../../model/templates/template.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import { templateNotFound, type TemplateName } from './read-templates.js'

/** The maximum number of schedules that the refusal lists. */
const SCHEDULES_LISTED = 100

/**
 * Deletes a template with its versions, unless a schedule that has not ended uses it. What was accepted with it, and is
 * not sent yet, is sent as usual.
 */
export class DeleteTemplate {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ account, id }: TemplateName): Promise<void> {
    // Stays set if the unit of work runs again: the first run may have been committed.
    let wasThere = false
    return this.deps.unitOfWork.run(async (stores) => {
      const template = isTemplateId(id) ? await stores.templates.lock(account.id, id) : null
      if (template === null && wasThere) return
      if (template === null) throw templateNotFound(id)
      wasThere = true
      await refuseUsed(stores, template)
      await stores.templates.remove(template.account, template.id)
    })
  }
}

/** A schedule that begins to use the template meanwhile waits for the lock. */
async function refuseUsed({ itemUses }: Stores, { account, id }: Template): Promise<void> {
  const { totalCount, first } = await itemUses.schedulesUsing(account, id, SCHEDULES_LISTED)
  if (totalCount === 0) return
  const used = totalCount === 1 ? '1 schedule uses' : `${totalCount} schedules use`
  throw new DomainError('template-in-use', `${used} the template: change or delete them first`, {
    schedules: first.map((schedule) => schedule.id),
  })
}
