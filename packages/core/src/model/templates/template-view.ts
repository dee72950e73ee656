import { isoOf } from '../../values/time/instant.js'
import type { TemplateContent } from './template-content.js'
import type { Template, TemplateVersion } from './template.js'

/** A template as its account sees it, with its newest version, in plain data. */
export type TemplateView = ReturnType<typeof templateView>

export function templateView({ id, name, version, content, createdAt, updatedAt }: Template) {
  const { body, mediaUrl, language } = contentView(content)
  return { id, name, version, body, mediaUrl, language, createdAt: isoOf(createdAt), updatedAt: isoOf(updatedAt) }
}

/** A version as its account sees it. */
export type TemplateVersionView = ReturnType<typeof templateVersionView>

export function templateVersionView({ id, version, content, createdAt }: TemplateVersion) {
  const { body, mediaUrl, language } = contentView(content)
  return { id, version, body, mediaUrl, language, createdAt: isoOf(createdAt) }
}

function contentView({ body, mediaUrl, language }: TemplateContent) {
  return { body, mediaUrl, language }
}
