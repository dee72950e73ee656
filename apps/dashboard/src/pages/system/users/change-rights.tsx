import { Modal, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { call } from '../../../api/call.js'
import type { components } from '../../../api/schema.js'
import { FormBody } from '../../../parts/form/form-body.js'
import { useRefreshUsers } from './refresh-users.js'
import { faultOf, RightsFields, type Rights } from './rights-fields.js'

type User = components['schemas']['User']

export type ChangeRightsProps = {
  /** Null while the dialog is closed. */
  readonly user: User | null
  readonly onClose: () => void
}

/** A dialog that changes what a user may do. */
export function ChangeRights({ user, onClose }: ChangeRightsProps) {
  return (
    <Modal opened={user !== null} onClose={onClose} title={user === null ? '' : `What ${user.email} may do`}>
      {user !== null && <RightsForm user={user} onClose={onClose} />}
    </Modal>
  )
}

function RightsForm({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  const refresh = useRefreshUsers()
  const [rights, setRights] = useState<Rights>({ isOwner: user.isOwner, roles: user.roles })
  const [fault, setFault] = useState<string | null>(null)
  const save = useMutation({
    mutationFn: ({ isOwner, roles }: Rights) =>
      call('patch', '/users/{userId}', { path: { userId: user.id }, body: { isOwner, roles: [...roles] } }),
    onSuccess: async () => {
      await refresh()
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = faultOf(rights)
    setFault(found)
    if (found === null && !save.isPending) save.mutate(rights)
  }
  return (
    <FormBody
      onSubmit={submit}
      submitLabel="Save roles"
      isSaving={save.isPending}
      onCancel={onClose}
      error={save.error}
      errorTitle="The roles were not changed"
    >
      <RightsFields
        value={rights}
        onChange={(next) => {
          setRights(next)
          setFault(null)
        }}
        error={fault ?? undefined}
      />
      <Text size="sm" c="dimmed">
        A change signs the person out everywhere, and ends an invitation that was not used: make a new link then.
      </Text>
    </FormBody>
  )
}
