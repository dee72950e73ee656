import type { Recipients } from '../../model/broadcasts/recipients.js'
import {
  hasMedia,
  refOf,
  withMedia,
  type TemplateContent,
  type UsedTemplate,
} from '../../model/templates/template-content.js'
import { isTemplateId, type Template } from '../../model/templates/template.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { chooseTexts } from '../templates/choose-texts.js'
import { requireTemplate, templateNotFound } from '../templates/read-templates.js'
import type { BulkRequest, RequestedRecipients } from './bulk-request.js'

type TextStores = Pick<Stores, 'templates' | 'contacts' | 'customFields'>

type Checked = Omit<BulkRequest, 'recipients'> & { readonly recipients: RequestedRecipients<Recipients> }

/** A request with the texts of its templates. */
export type BulkTexts<R extends Checked = Checked> = Omit<R, 'recipients'> & { readonly recipients: Recipients }

/**
 * Adds the newest texts of the templates of a request. A broadcast keeps the variants, because each recipient's variant is
 * chosen when the message is written. In a batch, each recipient's text is chosen now: it is stored, like all its bodies.
 */
export async function withBulkTexts<R extends Checked>(stores: TextStores, request: R): Promise<BulkTexts<R>> {
  const { account, template: id } = request
  const { templateIds, ...recipients } = request.recipients
  if (templateIds) return { ...request, recipients: await textsOfBatch(stores, request, templateIds) }
  if (id === undefined) return { ...request, recipients }
  const template = await requireTemplate(stores, { account, id })
  return { ...request, ...usedTextOf(template, request.mediaUrl), recipients }
}

/** The default text of a template, and its version with the variants. `mediaUrl` replaces the template's media. */
export function usedTextOf(template: Template, mediaUrl: string | null) {
  const { body, language, ...text } = withMedia(template.content, mediaUrl)
  const used: UsedTemplate = { ...refOf(template), language }
  return { body, mediaUrl: text.mediaUrl, used }
}

/** The content that a broadcast has of its template, or its body alone. */
export function contentOf({ body, mediaUrl, used }: Pick<BulkRequest, 'body' | 'mediaUrl' | 'used'>): TemplateContent {
  return { body: body ?? '', mediaUrl, language: used?.language ?? null }
}

/** Whether the sender must be able to send MMS. */
export function needsMms(request: BulkTexts): boolean {
  const { mediaUrls } = request.recipients
  return hasMedia(contentOf(request)) || (mediaUrls?.some((url) => url !== null) ?? false)
}

async function textsOfBatch(
  stores: TextStores,
  { account: { id: account }, recipients: { templateIds: _, ...recipients } }: Checked,
  ids: readonly (string | null)[],
): Promise<Recipients> {
  const asked = [...new Set(ids)].filter((id) => id !== null)
  const found = await stores.templates.findAll(account, asked.filter(isTemplateId))
  const missing = ids.findIndex((id) => id !== null && !(isTemplateId(id) && found.has(id)))
  if (missing >= 0) throw templateNotFound(ids[missing]!, `recipients[${missing}].template.id: `)
  const bodies = [...recipients.bodies!]
  const mediaUrls = [...(recipients.mediaUrls ?? bodies.map(() => null))]
  for (const template of found.values()) {
    const { content } = template
    const indices = [...ids.keys()].filter((i) => ids[i] === template.id)
    const phones = indices.map((i) => recipients.phones[i]!)
    const chosen = await chooseTexts(stores, { account, content, phones })
    for (const [i, index] of indices.entries()) {
      bodies[index] = chosen.bodies[i]!
      mediaUrls[index] ??= chosen.mediaUrls[i]!
    }
  }
  return {
    ...recipients,
    bodies,
    mediaUrls: mediaUrls.every((url) => url === null) ? null : mediaUrls,
    templates: ids.map((id) => (id === null ? null : refOf(found.get(id as Template['id'])!))),
  }
}
