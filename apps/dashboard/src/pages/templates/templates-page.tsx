import { Anchor, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createLazyRoute, Link } from '@tanstack/react-router'
import { read } from '../../api/read.js'
import { PageHeader } from '../../parts/page-header.js'
import { SearchField } from '../../parts/search-field.js'
import { EmptyState } from '../../parts/state/empty-state.js'
import type { Column } from '../../parts/table/column.js'
import { CursorTable } from '../../parts/table/cursor-table.js'
import { cursorOfPage, pageOfCursor, withCursor } from '../../parts/table/numbered-pages.js'
import { readableBody } from '../../parts/text/readable-body.js'
import { ReasonedButton } from '../../parts/text/reasoned-button.js'
import { TimeText } from '../../parts/time/time-text.js'
import { useRole } from '../../shell/use-role.js'
import { useAccount } from '../../shell/use-session.js'
import type { Template } from './template-values.js'

export const templatesPage = createLazyRoute('/session/a/$account/templates')({ component: TemplatesPage })

function TemplatesPage() {
  const { id: account } = useAccount()
  const { page, name } = templatesPage.useSearch()
  const navigate = templatesPage.useNavigate()
  const templates = useQuery({
    ...read('templates', '/accounts/{account}/templates', { path: { account }, query: { page, name, limit: 50 } }),
    placeholderData: keepPreviousData,
    select: withCursor<Template>,
  })
  return (
    <>
      <PageHeader
        title="Templates"
        lead="Texts that are saved under a name. Messages and schedules send their newest version, and programs send them by their id."
        actions={<NewTemplate label="New template" />}
      />
      <SearchField
        label="Search templates"
        placeholder="Part of the name"
        text={name ?? ''}
        onText={(text) => void navigate({ search: text === '' ? {} : { name: text }, replace: true })}
        maw={360}
        mb="md"
      />
      <CursorTable
        label="Templates"
        columns={COLUMNS}
        query={templates}
        rowKey={({ id }) => id}
        empty={name === undefined ? <NoTemplates /> : <NoSuchTemplate name={name} />}
        cursor={cursorOfPage(page)}
        onCursor={(cursor) => void navigate({ search: { name, page: pageOfCursor(cursor) } })}
      />
    </>
  )
}

function NewTemplate({ label }: { readonly label: string }) {
  const navigate = templatesPage.useNavigate()
  const { id: account } = useAccount()
  return (
    <ReasonedButton
      leftSection={<IconPlus size={16} />}
      reason={useRole().reasonAgainst('editor')}
      onClick={() => void navigate({ to: '/a/$account/templates/new', params: { account } })}
    >
      {label}
    </ReasonedButton>
  )
}

function NoTemplates() {
  return (
    <EmptyState title="No templates yet" action={<NewTemplate label="Write the first template" />}>
      A template is written once and sent many times, for example a reminder. All its versions are kept.
    </EmptyState>
  )
}

function NoSuchTemplate({ name }: { readonly name: string }) {
  return <EmptyState title="No template matches">No template has “{name}” in its name.</EmptyState>
}

const COLUMNS: readonly Column<Template>[] = [
  {
    key: 'name',
    label: 'Name',
    width: '26%',
    cell: ({ id, name }) => (
      <Anchor
        className="row-link breaking"
        size="sm"
        fw={550}
        c="inherit"
        lineClamp={2}
        renderRoot={(props) => (
          <Link {...props} from="/a/$account" to="/a/$account/templates/$template" params={{ template: id }} />
        )}
      >
        <bdi>{name}</bdi>
      </Anchor>
    ),
  },
  {
    key: 'text',
    label: 'Text',
    cell: ({ body }) => (
      <Text size="sm" className="breaking" lineClamp={2}>
        <bdi>{body === '' ? 'Only media' : readableBody(body)}</bdi>
      </Text>
    ),
  },
  {
    key: 'languages',
    label: 'Languages',
    width: 160,
    cell: ({ language }) =>
      language === undefined ? (
        <span aria-label="one">–</span>
      ) : (
        <Text size="sm" className="breaking" lineClamp={2}>
          {[language.default, ...Object.keys(language.variants)].join(', ')}
        </Text>
      ),
  },
  { key: 'version', label: 'Version', align: 'right', width: 90, cell: ({ version }) => version },
  { key: 'changed', label: 'Changed', width: 140, cell: ({ updatedAt }) => <TimeText at={updatedAt} format="day" /> },
]
