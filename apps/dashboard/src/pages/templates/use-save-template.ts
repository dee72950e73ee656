import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.js'
import { keyOf } from '../../api/read.js'
import { changesIn, requestOf, valuesOf, type Template, type TemplateValues } from './template-values.js'

const TEMPLATES = '/accounts/{account}/templates'

/** Creates a template, or changes what differs from `template`. */
export function useSaveTemplate(account: string, template: Template | null) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (values: TemplateValues) =>
      template === null
        ? call('post', TEMPLATES, { path: { account }, body: requestOf(values) })
        : call('patch', `${TEMPLATES}/{templateId}`, {
            path: { account, templateId: template.id },
            body: changesIn(valuesOf(template), values),
          }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf('templates', account) }),
  })
}
