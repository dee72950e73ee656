import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.js'
import { keyOf, read } from '../../api/read.js'
import type { components } from '../../api/schema.js'
import { ConfirmDialog } from '../../parts/confirm-dialog.js'
import { CurlBlock } from '../../parts/curl/curl-block.js'
import { curlOf } from '../../parts/curl/curl-of.js'
import { EmptyState } from '../../parts/state/empty-state.js'
import { ErrorMessage } from '../../parts/state/error-message.js'
import type { Column } from '../../parts/table/column.js'
import { CursorTable } from '../../parts/table/cursor-table.js'
import { TimeText } from '../../parts/time/time-text.js'
import { useDialog } from '../../parts/use-dialog.js'
import { useAccount } from '../../shell/use-session.js'

type ApiKey = components['schemas']['ApiKey']

/** The secret of a new key is shown once, on this page, and nowhere again. */
export function ApiKeys() {
  const { id: account } = useAccount()
  const queryClient = useQueryClient()
  const keys = useQuery(read('keys', '/accounts/{account}/keys', { path: { account } }))
  const create = useMutation({
    mutationFn: () => call('post', '/accounts/{account}/keys', { path: { account }, body: {} }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf('keys', account) }),
  })
  const button = (
    <Button loading={create.isPending} onClick={() => create.mutate()}>
      Create API key
    </Button>
  )
  return (
    <Stack gap="md" className="in-order">
      {create.error && <ErrorMessage title="No key was created" error={create.error} />}
      {create.data && <NewKey id={create.data.id} secret={create.data.secret} />}
      <CursorTable
        label="API keys"
        columns={COLUMNS}
        query={keys}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title="No API keys" action={button}>
            A program needs a key to send texts through the API.
          </EmptyState>
        }
      />
      {keys.data !== undefined && keys.data.results.length > 0 && <Group>{button}</Group>}
    </Stack>
  )
}

function NewKey({ id, secret }: { readonly id: string; readonly secret: string }) {
  const command = curlOf({ method: 'GET', path: '/account/credits' }, location.origin, { key: `${id}:${secret}` })
  return (
    <Alert color="green" title="Copy the secret now" role="status">
      <Stack gap="xs">
        <Text size="sm">It is stored only as a hash, so nobody can show it again. Try the key:</Text>
        {command !== null && <CurlBlock command={command} note="The command contains the key id and the secret." />}
      </Stack>
    </Alert>
  )
}

const COLUMNS: readonly Column<ApiKey>[] = [
  { key: 'id', label: 'Key id', cell: ({ id }) => <code>{id}</code> },
  { key: 'created', label: 'Created', cell: ({ createdAt }) => <TimeText at={createdAt} /> },
  {
    key: 'used',
    label: 'Last used',
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : <TimeText at={lastUsedAt} />),
  },
  { key: 'actions', label: 'Actions', isLabelHidden: true, align: 'right', cell: (key) => <RevokeKey apiKey={key} /> },
]

function RevokeKey({ apiKey: { id } }: { readonly apiKey: ApiKey }) {
  const { id: account } = useAccount()
  const queryClient = useQueryClient()
  const [isOpen, { open, close }] = useDialog()
  const revoke = async () => {
    await call('delete', '/accounts/{account}/keys/{keyId}', { path: { account, keyId: id } })
    await queryClient.invalidateQueries({ queryKey: keyOf('keys', account) })
  }
  return (
    <>
      <Button variant="subtle" color="red" size="compact-sm" onClick={open} aria-label={`Revoke ${id}`}>
        Revoke
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={close}
        title={`Revoke ${id}?`}
        confirmLabel="Revoke key"
        keepLabel="Keep key"
        irreversible="A revoked key cannot be restored. Create a new one in its place."
        onConfirm={revoke}
      >
        Programs that use this key are refused from now on.
      </ConfirmDialog>
    </>
  )
}
