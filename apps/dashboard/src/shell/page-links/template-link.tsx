import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { TemplateName, type TemplateNameProps } from '../../parts/message/template/template-name.js'

/** Leads to a template, by its name unless there are other words. */
export function TemplateLink({ children, ...props }: TemplateNameProps & { readonly children?: ReactNode }) {
  const { account, id } = props
  return (
    <Anchor
      className="breaking"
      size="sm"
      renderRoot={(own) => <Link {...own} to="/a/$account/templates/$template" params={{ account, template: id }} />}
    >
      {children ?? <TemplateName {...props} />}
    </Anchor>
  )
}
