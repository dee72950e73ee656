import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { TemplateName } from '../../../parts/message/template-name.js'

/** The template of a schedule, by its name. */
export function TemplateLink({ account, id }: { readonly account: string; readonly id: string }) {
  return (
    <Anchor
      className="breaking"
      size="sm"
      renderRoot={(props) => (
        <Link {...props} to="/a/$account/templates/$template" params={{ account, template: id }} />
      )}
    >
      <TemplateName account={account} id={id} />
    </Anchor>
  )
}
