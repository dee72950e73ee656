import { Button, Group, Text } from '@mantine/core'
import { IconFileImport, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createLazyRoute, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { read } from '../../api/read.js'
import { afterPaint } from '../../parts/after-paint.js'
import { PageHeader } from '../../parts/page-header.js'
import { EmptyState } from '../../parts/state/empty-state.js'
import { CursorTable } from '../../parts/table/cursor-table.js'
import { formatCount } from '../../parts/text/count.js'
import { ReasonedButton } from '../../parts/text/reasoned-button.js'
import { useDialog } from '../../parts/use-dialog.js'
import { useRole } from '../../shell/use-role.js'
import { useAccount } from '../../shell/use-session.js'
import { contactColumns } from './contact-columns.js'
import { ContactFilters } from './contact-filters.js'
import type { ContactsSearch } from './contacts-search.js'
import { ExportButton } from './export-button.js'
import { NewContactDialog } from './new-contact-dialog.js'

export const contactsPage = createLazyRoute('/session/a/$account/contacts')({ component: ContactsPage })

const PER_PAGE = 50

function ContactsPage() {
  const { id: account } = useAccount()
  const search = contactsPage.useSearch()
  const navigate = contactsPage.useNavigate()
  const contacts = useQuery({
    ...read('contacts', '/accounts/{account}/contacts/search', {
      path: { account },
      query: { ...search, limit: PER_PAGE },
    }),
    placeholderData: keepPreviousData,
  })
  const columns = useMemo(
    () =>
      contactColumns(
        search.sort,
        (sort) => void navigate({ search: (before) => ({ ...before, cursor: undefined, sort }) }),
      ),
    [search.sort, navigate],
  )
  const change = (changes: Partial<ContactsSearch>) =>
    afterPaint(
      () =>
        void navigate({
          search: (before) => ({ ...before, cursor: undefined, ...changes }),
          replace: 'q' in changes,
        }),
    )
  const isFiltered = Object.keys(search).some((name) => name !== 'cursor' && name !== 'sort')
  return (
    <>
      <PageHeader title="Contacts" lead="Everybody in this account's contact book." actions={<Actions />} />
      <ContactFilters search={search} onChange={change} />
      <Total total={contacts.data?.total} isLoading={contacts.isPending && search.cursor === undefined} />
      <CursorTable
        label="Contacts"
        columns={columns}
        query={contacts}
        rowKey={({ id }) => id}
        empty={
          contacts.data?.nextCursor ? (
            <SearchOn />
          ) : isFiltered ? (
            <NothingFound onClear={() => void navigate({ search: {} })} />
          ) : (
            <NoContacts />
          )
        }
        cursor={search.cursor}
        onCursor={(cursor) => void navigate({ search: { ...search, cursor } })}
      />
    </>
  )
}

function Actions() {
  const { id: account } = useAccount()
  const { reasonAgainst } = useRole()
  const [isOpen, { open, close }] = useDialog()
  return (
    <>
      <ExportButton account={account} reason={reasonAgainst('editor')} />
      <Button
        variant="default"
        leftSection={<IconFileImport size={16} />}
        renderRoot={(props) => <Link {...props} to="/a/$account/imports" params={{ account }} />}
      >
        Import
      </Button>
      <ReasonedButton leftSection={<IconPlus size={16} />} reason={reasonAgainst('editor')} onClick={open}>
        New contact
      </ReasonedButton>
      <NewContactDialog isOpen={isOpen} onClose={close} />
    </>
  )
}

type TotalProps = {
  readonly total: { readonly count: number; readonly isExact: boolean } | null | undefined
  /** Then its line is there already, so that the list below does not move. */
  readonly isLoading: boolean
}

/** Only the first page has the count; a further page says nothing rather than something old. */
function Total({ total, isLoading }: TotalProps) {
  if (total === null || total === undefined) return isLoading && <Text size="sm" my="sm" h="1lh" />
  const { count, isExact } = total
  const noun = count === 1 && isExact ? 'contact' : 'contacts'
  return (
    <Text size="sm" c="dimmed" my="sm" role="status">
      {isExact ? `${formatCount(count)} ${noun}` : `More than ${formatCount(count)} ${noun}`}
    </Text>
  )
}

/** The service examines only so many contacts at once that it always responds quickly. */
function SearchOn() {
  return (
    <Text c="dimmed" size="sm">
      No contact matches among the newest ones. The next page searches among older ones.
    </Text>
  )
}

function NothingFound({ onClear }: { readonly onClear: () => void }) {
  return (
    <EmptyState
      title="No contact matches"
      action={
        <Button variant="default" onClick={onClear}>
          Clear search and filters
        </Button>
      }
    >
      The search finds words of names, e-mail addresses and fields by how they begin, and any digits of a number.
    </EmptyState>
  )
}

function NoContacts() {
  const { id: account } = useAccount()
  const { reasonAgainst } = useRole()
  const [isOpen, { open, close }] = useDialog()
  return (
    <EmptyState
      title="No contacts yet"
      action={
        <Group justify="center">
          <ReasonedButton reason={reasonAgainst('editor')} onClick={open}>
            Add the first contact
          </ReasonedButton>
          <NewContactDialog isOpen={isOpen} onClose={close} />
        </Group>
      }
      curl={{
        method: 'POST',
        path: `/accounts/${account}/contacts/by-phone/+12025550123`,
        body: { firstName: 'Ann', lastName: 'Lee' },
      }}
    >
      Add people one by one, or import a file. A person can be texted after opting in to a group.
    </EmptyState>
  )
}
