import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { TemplateName, type TemplateNameProps } from '../../parts/message/template/template-name.js'

/** The name of a template, which leads to it. */
export function TemplateLink(props: TemplateNameProps) {
  const { account, id } = props
  return (
    <Anchor
      className="breaking"
      size="sm"
      renderRoot={(own) => <Link {...own} to="/a/$account/templates/$template" params={{ account, template: id }} />}
    >
      <TemplateName {...props} />
    </Anchor>
  )
}
