import type { Account } from '../../model/accounts/account.js'
import type { TemplateQuery } from '../../model/templates/template-store.js'
import {
  templateVersionView,
  templateView,
  type TemplateVersionView,
  type TemplateView,
} from '../../model/templates/template-view.js'
import { isTemplateId, type Template } from '../../model/templates/template.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import type { Page, PageRequest } from '../../values/page.js'
import { quote } from '../../values/text/text.js'

/** A template that a client asks for; `id` may be any text. */
export type TemplateName = { readonly account: Pick<Account, 'id'>; readonly id: string }

export class ReadTemplate {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute(name: TemplateName): Promise<TemplateView> {
    return this.deps.unitOfWork.run(async (stores) => templateView(await requireTemplate(stores, name)))
  }
}

export class ListTemplates {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ account, query }: { account: Account; query: TemplateQuery }): Promise<Page<TemplateView>> {
    return this.deps.unitOfWork.run(async ({ templates }) => {
      const page = await templates.list(account.id, query)
      return { ...page, results: page.results.map(templateView) }
    })
  }
}

/** The versions of a template, newest first. */
export class ListTemplateVersions {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ page, ...name }: TemplateName & { page: PageRequest }): Promise<Page<TemplateVersionView>> {
    return this.deps.unitOfWork.run(async (stores) => {
      const { account, id } = await requireTemplate(stores, name)
      const versions = await stores.templates.versions(account, id, page)
      return { ...versions, results: versions.results.map(templateVersionView) }
    })
  }
}

type TemplateStores = Pick<Stores, 'templates'>

export async function requireTemplate({ templates }: TemplateStores, { account, id }: TemplateName): Promise<Template> {
  return found(isTemplateId(id) ? await templates.find(account.id, id) : null, id)
}

/** Like `requireTemplate`, but the template cannot change or be deleted until the unit of work ends. */
export async function requireSharedTemplate(
  { templates }: TemplateStores,
  { account, id }: TemplateName,
): Promise<Template> {
  return found(isTemplateId(id) ? await templates.lockShared(account.id, id) : null, id)
}

/** Like `requireTemplate`, for a change of the template. */
export async function requireLockedTemplate(
  { templates }: TemplateStores,
  { account, id }: TemplateName,
): Promise<Template> {
  return found(isTemplateId(id) ? await templates.lock(account.id, id) : null, id)
}

function found(template: Template | null, id: string): Template {
  if (template === null) throw templateNotFound(id)
  return template
}

/** `place`: where a request names the template, if not in its path. */
export function templateNotFound(id: string, place = ''): DomainError {
  return new DomainError('template-not-found', `${place}No template of this account has the id ${quote(id)}`)
}
