import type { Template } from './use-template.js'

/** A text as it is sent, before its tags are filled in. `mediaUrl`: empty without media. */
export type TemplateText = { readonly language: string; readonly body: string; readonly mediaUrl: string }

type Texts = Pick<Template, 'body' | 'mediaUrl' | 'language'>

/** Every text with its language, the default first; one without a language if the template has no others. */
export function textsOf({ body, mediaUrl = '', language }: Texts): readonly TemplateText[] {
  const variants = Object.entries(language?.variants ?? {})
  return [
    { language: language?.default ?? '', body, mediaUrl },
    // Without media of its own, a text has that of the template.
    ...variants.map(([name, text]) => ({ language: name, body: text.body, mediaUrl: text.mediaUrl ?? mediaUrl })),
  ]
}

/** Whether some of its texts are MMS. */
export function hasMedia(template: Texts): boolean {
  return textsOf(template).some(({ mediaUrl }) => mediaUrl !== '')
}
