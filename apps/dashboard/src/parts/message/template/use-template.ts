import { useQuery } from '@tanstack/react-query'
import type { Result } from '../../../api/operation.js'
import { read } from '../../../api/read.js'

export type Template = Result<'/accounts/{account}/templates/{templateId}', 'get'>

/** A template as it is now; nothing is asked as long as the id is empty. */
export function useTemplate(account: string, id: string) {
  return useQuery({
    ...read('templates', '/accounts/{account}/templates/{templateId}', { path: { account, templateId: id } }),
    enabled: id !== '',
  })
}
