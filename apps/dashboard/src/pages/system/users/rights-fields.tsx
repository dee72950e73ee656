import { ActionIcon, Button, Fieldset, Group, Input, Select, Stack, Switch } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { components } from '../../../api/schema.js'
import { ROLE_CHOICES, type AccountRole } from '../../../parts/form/role-choices.js'
import { useSession } from '../../../shell/use-session.js'

/** What a user may do: everything, or a role in each of some accounts. */
export type Rights = { readonly isOwner: boolean; readonly roles: components['schemas']['User']['roles'] }

export type RightsFieldsProps = {
  readonly value: Rights
  readonly onChange: (rights: Rights) => void
  readonly error?: string | undefined
}

export const NO_RIGHTS: Rights = { isOwner: false, roles: [] }

/** Why the rights cannot be saved, such as for a person who could open nothing. */
export function faultOf({ isOwner, roles }: Rights): string | null {
  return isOwner || roles.length > 0 ? null : 'Add an account, or make the person an owner.'
}

export function RightsFields({ value, onChange, error }: RightsFieldsProps) {
  const { accounts } = useSession()
  const { isOwner, roles } = value
  const free = accounts.filter(({ id }) => roles.every(({ account }) => account !== id))
  const setRole = (account: string, role: AccountRole) =>
    onChange({ isOwner, roles: roles.map((one) => (one.account === account ? { account, role } : one)) })
  return (
    <Stack>
      <Switch
        label="Owner of the service"
        description="May do everything in every account, and on this page."
        checked={isOwner}
        onChange={(event) => onChange({ isOwner: event.currentTarget.checked, roles })}
      />
      {!isOwner && (
        <Fieldset legend="Roles in accounts">
          <Stack gap="xs">
            {roles.map(({ account, role }) => {
              const name = accounts.find(({ id }) => id === account)?.name ?? account
              return (
                <Group key={account} gap="xs" wrap="nowrap" align="flex-end">
                  <Select
                    flex={1}
                    label={name}
                    data={ROLE_CHOICES}
                    value={role}
                    allowDeselect={false}
                    onChange={(next) => next !== null && setRole(account, next as AccountRole)}
                  />
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size="lg"
                    aria-label={`Remove the role in ${name}`}
                    onClick={() => onChange({ isOwner, roles: roles.filter((one) => one.account !== account) })}
                  >
                    <IconX size={16} />
                  </ActionIcon>
                </Group>
              )
            })}
            <AddAccount
              free={free}
              onAdd={(account) => onChange({ isOwner, roles: [...roles, { account, role: 'viewer' }] })}
            />
            {error !== undefined && <Input.Error role="alert">{error}</Input.Error>}
          </Stack>
        </Fieldset>
      )}
    </Stack>
  )
}

type AddAccountProps = {
  readonly free: readonly { readonly id: string; readonly name: string }[]
  readonly onAdd: (account: string) => void
}

function AddAccount({ free, onAdd }: AddAccountProps) {
  if (free.length === 0) return null
  const [only] = free
  if (free.length === 1)
    return (
      <Button variant="default" size="xs" onClick={() => onAdd(only!.id)}>
        Add a role in {only!.name}
      </Button>
    )
  return (
    <Select
      aria-label="Add an account"
      placeholder="Add an account"
      searchable
      limit={50}
      nothingFoundMessage="No other account has this name"
      data={free.map(({ id, name }) => ({ value: id, label: name }))}
      value={null}
      onChange={(account) => account !== null && onAdd(account)}
    />
  )
}
