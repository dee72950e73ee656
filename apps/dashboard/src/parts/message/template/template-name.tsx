import { useQuery } from '@tanstack/react-query'
import { read } from '../../../api/read.js'

export type TemplateNameProps = {
  readonly account: string
  readonly id: string
  /** What was sent; absent for what is not sent yet. */
  readonly version?: number | undefined
}

/** The name of a template, or its id if it was deleted. */
export function TemplateName({ account, id, version }: TemplateNameProps) {
  const { data } = useQuery(
    read('templates', '/accounts/{account}/templates/{templateId}', { path: { account, templateId: id } }),
  )
  return (
    <>
      <bdi>{data?.name ?? id}</bdi>
      {version !== undefined && `, version ${version}`}
    </>
  )
}
