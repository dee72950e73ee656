import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { read } from '../../api/read.js'

/** The name of a template, or its id if it was deleted; with the version that was sent, if there is one. */
export function TemplateLink({ id, version }: { readonly id: string; readonly version?: number }) {
  const { account = '' } = useParams({ strict: false })
  const { data } = useQuery(
    read('templates', '/accounts/{account}/templates/{templateId}', { path: { account, templateId: id } }),
  )
  return (
    <Anchor
      className="breaking"
      size="sm"
      renderRoot={(props) => (
        <Link {...props} from="/a/$account" to="/a/$account/templates/$template" params={{ template: id }} />
      )}
    >
      <bdi>{data?.name ?? id}</bdi>
      {version !== undefined && `, version ${version}`}
    </Anchor>
  )
}
