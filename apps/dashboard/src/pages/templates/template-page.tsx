import { Anchor, Button, Code, Grid, Text } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createLazyRoute, Link } from '@tanstack/react-router'
import { call } from '../../api/call.js'
import { keyOf, read } from '../../api/read.js'
import { ConfirmDialog } from '../../parts/confirm-dialog.js'
import { PageHeader } from '../../parts/page-header.js'
import { Panel } from '../../parts/panel.js'
import { QueryView } from '../../parts/state/query-view.js'
import { ReasonedButton } from '../../parts/text/reasoned-button.js'
import { useDialog } from '../../parts/use-dialog.js'
import { useRole } from '../../shell/use-role.js'
import { useAccount } from '../../shell/use-session.js'
import { TemplateForm } from './template-form.js'
import { TemplateTexts } from './template-texts.js'
import type { Template } from './template-values.js'
import { VersionsPanel } from './versions-panel.js'

export const templatePage = createLazyRoute('/session/a/$account/templates/$template')({ component: TemplatePage })

const TEMPLATE = '/accounts/{account}/templates/{templateId}'

function TemplatePage() {
  const { id: account } = useAccount()
  const { template: templateId } = templatePage.useParams()
  const { page } = templatePage.useSearch()
  const navigate = templatePage.useNavigate()
  const reason = useRole().reasonAgainst('editor')
  const template = useQuery(read('templates', TEMPLATE, { path: { account, templateId } }))
  return (
    <>
      <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/a/$account/templates" params={{ account }} />}>
        All templates
      </Anchor>
      <QueryView query={template}>
        {(one) => (
          <>
            <PageHeader
              title={one.name}
              lead={
                <>
                  Version {one.version}, sent by the id <Code className="breaking">{one.id}</Code>
                </>
              }
              actions={
                <>
                  {reason === undefined && <UseTemplate id={one.id} />}
                  <DeleteTemplate template={one} reason={reason} />
                </>
              }
            />
            <Grid gap="md">
              <Grid.Col span={{ base: 12, lg: 7 }}>
                {reason === undefined ? (
                  <TemplateForm key={`${one.id} ${one.version} ${one.name}`} template={one} onSaved={() => {}} />
                ) : (
                  <Panel title="Text">
                    <TemplateTexts {...one} />
                    <Text size="sm" c="dimmed" mt="sm">
                      {reason}
                    </Text>
                  </Panel>
                )}
              </Grid.Col>
              <Grid.Col span={{ base: 12, lg: 5 }}>
                <VersionsPanel
                  account={account}
                  templateId={templateId}
                  page={page}
                  onPage={(next) => void navigate({ search: next === undefined ? {} : { page: next } })}
                />
              </Grid.Col>
            </Grid>
          </>
        )}
      </QueryView>
    </>
  )
}

function UseTemplate({ id }: Pick<Template, 'id'>) {
  return (
    <Button
      leftSection={<IconPencil size={16} />}
      renderRoot={(props) => <Link {...props} from="/a/$account" to="/a/$account/compose" search={{ template: id }} />}
    >
      Use in a message
    </Button>
  )
}

type DeleteTemplateProps = { readonly template: Template; readonly reason: string | undefined }

function DeleteTemplate({ template: { id, name }, reason }: DeleteTemplateProps) {
  const { id: account } = useAccount()
  const navigate = templatePage.useNavigate()
  const queryClient = useQueryClient()
  const [isOpen, { open, close }] = useDialog()
  const remove = async () => {
    await call('delete', TEMPLATE, { path: { account, templateId: id } })
    await navigate({ to: '/a/$account/templates', params: { account } })
    queryClient.removeQueries({ queryKey: keyOf('templates', account), type: 'inactive' })
  }
  return (
    <>
      <ReasonedButton variant="default" reason={reason} leftSection={<IconTrash size={16} />} onClick={open}>
        Delete
      </ReasonedButton>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={close}
        title={`Delete ${name}?`}
        irreversible="Its texts and all their versions are gone."
        confirmLabel="Delete template"
        keepLabel="Keep template"
        onConfirm={remove}
      >
        What was sent with it stays, and what is being sent goes on. A template that a schedule uses is not deleted.
      </ConfirmDialog>
    </>
  )
}
