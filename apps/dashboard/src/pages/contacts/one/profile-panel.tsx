import { Modal } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../../api/call.js'
import { keyOf, read } from '../../../api/read.js'
import { Panel } from '../../../parts/panel.js'
import { ReasonedButton } from '../../../parts/text/reasoned-button.js'
import { formatTime } from '../../../parts/time/time-format.js'
import { useRole } from '../../../shell/use-role.js'
import { useAccount } from '../../../shell/use-session.js'
import { ContactForm } from '../form/contact-form.js'
import { patchOf, valuesOf, type Contact, type ContactValues, type CustomField } from '../form/contact-values.js'
import { zoneLabel } from '../../../parts/text/contact-zones.js'
import { Facts } from '../../../parts/facts.js'
import { useDialog } from '../../../parts/use-dialog.js'

/** What is known about the person. */
export function ProfilePanel({ contact }: { readonly contact: Contact }) {
  const { id: account } = useAccount()
  const { reasonAgainst } = useRole()
  const schema = useQuery(read('fields', '/accounts/{account}/contacts/custom-fields/schema', { path: { account } }))
  const [isOpen, { open, close }] = useDialog()
  const fields = schema.data?.fields
  return (
    <Panel
      title="Profile"
      action={
        <ReasonedButton
          variant="default"
          size="xs"
          leftSection={<IconPencil size={14} />}
          reason={reasonAgainst('editor')}
          onClick={open}
        >
          Change
        </ReasonedButton>
      }
    >
      <Facts facts={factsOf(contact, fields ?? [])} />
      <Modal opened={isOpen} onClose={close} title="Change contact" size="lg">
        {fields !== undefined && <ChangeContact contact={contact} fields={fields} onClose={close} />}
      </Modal>
    </Panel>
  )
}

type ChangeContactProps = {
  readonly contact: Contact
  readonly fields: readonly CustomField[]
  readonly onClose: () => void
}

function ChangeContact({ contact, fields, onClose }: ChangeContactProps) {
  const { id: account } = useAccount()
  const queryClient = useQueryClient()
  const before = valuesOf(contact, fields)
  const save = useMutation({
    mutationFn: (values: ContactValues) =>
      call('patch', '/accounts/{account}/contacts/by-phone/{phoneNumber}', {
        path: { account, phoneNumber: contact.phoneNumber },
        body: patchOf(before, values, fields),
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: keyOf('contacts', account) })
      onClose()
    },
  })
  return (
    <ContactForm
      initialValues={before}
      fields={fields}
      isNew={false}
      submitLabel="Save changes"
      error={save.error}
      isSaving={save.isPending}
      onSubmit={save.mutateAsync}
      onCancel={onClose}
    />
  )
}

const GENDERS = { FEMALE: 'Female', MALE: 'Male', OTHER: 'Other' } as const

function factsOf(contact: Contact, fields: readonly CustomField[]): readonly (readonly [string, ReactNode])[] {
  const { email, birthDate, gender, address, tz, isFavorite, customFields } = contact
  return [
    ['E-mail', email],
    ['Birth date', birthDate && dayOf(birthDate)],
    ['Gender', gender && GENDERS[gender]],
    ['Address', address && <AddressLines address={address} />],
    ['Time zone', tz && zoneLabel(tz)],
    ['Favorite', isFavorite ? 'Yes' : undefined],
    ...fields.map(({ label, type }) => [label, textOf(customFields[label], type)] as const),
  ]
}

function dayOf(day: string): string {
  return formatTime(`${day}T12:00:00Z`, 'UTC', 'day')
}

function textOf(value: unknown, type: CustomField['type']): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.join(', ')
  return type === 'DATE' ? dayOf(String(value as string)) : String(value as string | number)
}

function AddressLines({ address }: { readonly address: NonNullable<Contact['address']> }) {
  const { street, city, state, postalCode, country } = address
  const place = [city, state, postalCode, country].filter((part) => part !== undefined).join(', ')
  return (
    <>
      {street !== undefined && <div>{street}</div>}
      {place !== '' && <div>{place}</div>}
    </>
  )
}
