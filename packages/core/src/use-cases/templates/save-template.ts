import type { Account } from '../../model/accounts/account.js'
import type { TemplateContent } from '../../model/templates/template-content.js'
import { templateView, type TemplateView } from '../../model/templates/template-view.js'
import { TEMPLATE_RANGES, type Template } from '../../model/templates/template.js'
import type { Clock, Ids } from '../../ports/runtime.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { isEqual } from '../../values/collections.js'
import { DomainError } from '../../values/errors.js'
import { requireLockedTemplate, type TemplateName } from './read-templates.js'
import { checkContent, checkLanguage } from './template-faults.js'

export type CreateTemplateInput = {
  readonly account: Account
  readonly name: string
  readonly content: TemplateContent
}

/** Saves the first version of a text under a name that the account does not use yet. */
export class CreateTemplate {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock; ids: Ids }) {}

  execute({ account, name, content }: CreateTemplateInput): Promise<TemplateView> {
    const { unitOfWork, clock, ids } = this.deps
    const now = clock.now()
    const id = ids.next('tpl')
    const template: Template = { id, account: account.id, name, version: 1, content, createdAt: now, updatedAt: now }
    return unitOfWork.run(async (stores) => {
      checkLanguage(content.language, content.language === null ? [] : await stores.customFields.of(account.id))
      await refuseName(stores, template)
      const { max } = TEMPLATE_RANGES.templates
      if ((await stores.templates.count(account.id)) >= max) {
        const message = `The account has ${max} templates, which is the limit: delete one first`
        throw new DomainError('too-many-templates', message, { limit: max })
      }
      checkContent(content, account)
      await stores.templates.add(template)
      return templateView(template)
    })
  }
}

/** The fields to change; absent fields are unchanged. Null removes the media, or the languages, which change as a whole. */
export type TemplatePatch = Partial<TemplateContent> & { readonly name?: string }

export type ChangeTemplateInput = Omit<TemplateName, 'account'> & {
  readonly account: Account
  readonly patch: TemplatePatch
}

/** Changes a template. A new content is a new version; a new name, or what was saved already, makes none. */
export class ChangeTemplate {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock }) {}

  execute({ account, id, patch }: ChangeTemplateInput): Promise<TemplateView> {
    const now = this.deps.clock.now()
    return this.deps.unitOfWork.run(async (stores) => {
      if (patch.name !== undefined) await stores.accounts.lock(account.id)
      const before = await requireLockedTemplate(stores, { account, id })
      const after = changed(before, patch, now)
      if (after === before) return templateView(before)
      if (after.version !== before.version) {
        const { language } = patch
        if (language) checkLanguage(language, await stores.customFields.of(account.id))
      }
      if (after.name !== before.name) await refuseName(stores, after)
      if (after.version !== before.version) {
        refuseTooManyVersions(after)
        checkContent(after.content, account)
      }
      await stores.templates.save(after)
      return templateView(after)
    })
  }
}

/** Returns `before` itself if nothing changes. */
function changed(before: Template, { name = before.name, ...patch }: TemplatePatch, now: Date): Template {
  const content = { ...before.content, ...patch }
  const isSame = isEqual(content, before.content)
  if (isSame && name === before.name) return before
  return isSame
    ? { ...before, name, updatedAt: now }
    : { ...before, name, content, version: before.version + 1, updatedAt: now }
}

/** Locks the account, so that two requests cannot take one name or exceed the limit together. */
async function refuseName(stores: Stores, { account, id, name }: Template): Promise<void> {
  await stores.accounts.lock(account)
  const other = await stores.templates.findByName(account, name)
  if (other === null || other.id === id) return
  throw new DomainError('name-taken', `The account already has the template ${JSON.stringify(name)}`)
}

function refuseTooManyVersions({ version }: Template): void {
  const { max } = TEMPLATE_RANGES.versions
  if (version <= max) return
  const message = `The template has ${max} versions, which is the limit: create another template`
  throw new DomainError('too-many-templates', message, { limit: max })
}
