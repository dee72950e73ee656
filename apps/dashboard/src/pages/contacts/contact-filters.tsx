import { Button, Group, Select, TextInput } from '@mantine/core'
import { IconFilterOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/read.js'
import { useAllGroups } from '../../parts/audience/use-all-groups.js'
import { SearchField } from '../../parts/search-field.js'
import { useTyped } from '../../parts/use-typed.js'
import { useAccount } from '../../shell/use-session.js'
import { CONSENT_LABELS } from '../../parts/text/consent-words.js'
import { CONSENT_STATES, type ConsentState, type ContactsSearch } from './contacts-search.js'
import { ZONES, type Zone } from '../../parts/text/contact-zones.js'

export type ContactFiltersProps = {
  readonly search: ContactsSearch
  readonly onChange: (changes: Partial<ContactsSearch>) => void
}

const SELECT = { clearable: true, searchable: true, size: 'sm', w: { base: '100%', xs: 170 } } as const

/** Typing finds the others. */
const SHOWN_MAX = 100

/** The search, and filters that are combined with it. All are in the URL. */
export function ContactFilters({ search, onChange }: ContactFiltersProps) {
  const { id: account } = useAccount()
  const groups = useAllGroups(account)
  const fields = useQuery(read('fields', '/accounts/{account}/contacts/custom-fields/schema', { path: { account } }))
  const isFiltered = Object.keys(search).some((name) => name !== 'cursor' && name !== 'sort')
  const labels = fields.data?.fields.map(({ label }) => label) ?? []
  // Most accounts have fields: if this filter came later, the others would move.
  const hasFields = fields.isPending || labels.length > 0
  return (
    <Group gap="sm" role="search" aria-label="Contacts">
      <SearchField
        label="Search contacts"
        placeholder="Name, number or any field"
        text={search.q ?? ''}
        onText={(q) => onChange({ q: q === '' ? undefined : q })}
        flex="1 1 240px"
      />
      <Select
        {...SELECT}
        aria-label="Group"
        placeholder="Any group"
        data={groups.data?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        value={search.group ?? null}
        limit={SHOWN_MAX}
        onChange={(group) => onChange({ group: group ?? undefined })}
      />
      <Select
        {...SELECT}
        aria-label="Consent"
        placeholder="Any consent"
        data={CONSENT_STATES.map((value) => ({ value, label: CONSENT_LABELS[value] }))}
        value={search.consent ?? null}
        onChange={(consent) => onChange({ consent: (consent as ConsentState | null) ?? undefined })}
      />
      <Select
        {...SELECT}
        aria-label="Time zone"
        placeholder="Any time zone"
        data={ZONES}
        value={search.tz ?? null}
        onChange={(tz) => onChange({ tz: (tz as Zone | null) ?? undefined })}
      />
      {hasFields && (
        <Select
          {...SELECT}
          aria-label="Field"
          placeholder="Any field"
          data={labels}
          value={search.field ?? null}
          onChange={(field) => onChange({ field: field ?? undefined, value: undefined })}
        />
      )}
      {search.field !== undefined && (
        <FieldValue
          key={search.field}
          label={search.field}
          text={search.value ?? ''}
          onText={(value) => onChange({ value: value === '' ? undefined : value })}
        />
      )}
      {isFiltered && (
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconFilterOff size={16} />}
          onClick={() =>
            onChange({
              q: undefined,
              group: undefined,
              consent: undefined,
              tz: undefined,
              field: undefined,
              value: undefined,
            })
          }
        >
          Clear
        </Button>
      )}
    </Group>
  )
}

type FieldValueProps = {
  readonly label: string
  readonly text: string
  readonly onText: (text: string) => void
}

function FieldValue({ label, text, onText }: FieldValueProps) {
  const { typed, type } = useTyped(text, onText)
  return (
    <TextInput
      aria-label={`Value of ${label}`}
      placeholder="Any value"
      value={typed}
      maxLength={500}
      onChange={(event) => type(event.currentTarget.value)}
      w={{ base: '100%', xs: 170 }}
    />
  )
}
