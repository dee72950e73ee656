import { Modal } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../api/call.js'
import { keyOf, read } from '../../api/read.js'
import { QueryView } from '../../parts/state/query-view.js'
import { plainNumber } from '../../parts/text/plain-number.js'
import { useAccount } from '../../shell/use-session.js'
import { ContactForm } from './form/contact-form.js'
import { patchOf, valuesOf, type ContactValues, type CustomField } from './form/contact-values.js'

export type NewContactDialogProps = { readonly isOpen: boolean; readonly onClose: () => void }

/** Adds a contact, and opens its page, where it can join groups. */
export function NewContactDialog({ isOpen, onClose }: NewContactDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="New contact" size="lg">
      <Fields onClose={onClose} />
    </Modal>
  )
}

function Fields({ onClose }: { readonly onClose: () => void }) {
  const { id: account } = useAccount()
  const schema = useQuery(read('fields', '/accounts/{account}/contacts/custom-fields/schema', { path: { account } }))
  return <QueryView query={schema}>{({ fields }) => <NewContact fields={fields} onClose={onClose} />}</QueryView>
}

function NewContact({ fields, onClose }: { readonly fields: readonly CustomField[]; readonly onClose: () => void }) {
  const { id: account } = useAccount()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const blank = valuesOf(null, fields)
  const create = useMutation({
    mutationFn: (values: ContactValues) =>
      call('post', '/accounts/{account}/contacts/by-phone/{phoneNumber}', {
        path: { account, phoneNumber: plainNumber(values.phoneNumber) },
        body: patchOf(blank, values, fields),
      }),
    onSuccess: async ({ phoneNumber }) => {
      await queryClient.invalidateQueries({ queryKey: keyOf('contacts', account) })
      onClose()
      await navigate({ to: '/a/$account/contacts/$phone', params: { account, phone: phoneNumber } })
    },
  })
  return (
    <ContactForm
      initialValues={blank}
      fields={fields}
      isNew
      submitLabel="Add contact"
      error={create.error}
      isSaving={create.isPending}
      onSubmit={create.mutateAsync}
      onCancel={onClose}
    />
  )
}
