import { Anchor, Alert } from '@mantine/core'
import { createLazyRoute, Link } from '@tanstack/react-router'
import { PageHeader } from '../../parts/page-header.js'
import { useRole } from '../../shell/use-role.js'
import { useAccount } from '../../shell/use-session.js'
import { TemplateForm } from './template-form.js'

export const newTemplatePage = createLazyRoute('/session/a/$account/templates/new')({ component: NewTemplatePage })

function NewTemplatePage() {
  const { id: account } = useAccount()
  const navigate = newTemplatePage.useNavigate()
  const reason = useRole().reasonAgainst('editor')
  return (
    <>
      <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/a/$account/templates" params={{ account }} />}>
        All templates
      </Anchor>
      <PageHeader title="New template" lead="A text to be sent by people, schedules and programs." />
      {reason === undefined ? (
        <TemplateForm
          template={null}
          onSaved={({ id }) =>
            void navigate({ to: '/a/$account/templates/$template', params: { account, template: id } })
          }
        />
      ) : (
        <Alert color="orange" title="You cannot write templates">
          {reason}
        </Alert>
      )}
    </>
  )
}
