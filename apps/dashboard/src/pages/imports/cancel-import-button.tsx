import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.js'
import { keyOf } from '../../api/read.js'
import { ConfirmDialog } from '../../parts/confirm-dialog.js'
import { ReasonedButton } from '../../parts/text/reasoned-button.js'
import { useDialog } from '../../parts/use-dialog.js'
import { useRole } from '../../shell/use-role.js'
import { useAccount } from '../../shell/use-session.js'
import type { OneImport } from './import-words.js'

export function CancelImportButton({ imported: { id, status } }: { readonly imported: OneImport }) {
  const { id: account } = useAccount()
  const { reasonAgainst } = useRole()
  const queryClient = useQueryClient()
  const [isOpen, { open, close }] = useDialog()
  const cancel = async () => {
    await call('post', '/accounts/{account}/imports/{importId}/cancel', { path: { account, importId: id } })
    await queryClient.invalidateQueries({ queryKey: keyOf('imports', account) })
  }
  return (
    <>
      <ReasonedButton variant="default" reason={reasonAgainst('editor')} onClick={open}>
        Cancel import
      </ReasonedButton>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={close}
        title="Cancel this import?"
        irreversible="A canceled import cannot go on: upload the file again instead."
        confirmLabel="Cancel import"
        keepLabel="Go on"
        onConfirm={cancel}
      >
        {status === 'running'
          ? 'The contacts that were imported so far stay. The rest of the file is not imported.'
          : 'The file is deleted here, and nothing of it is imported.'}
      </ConfirmDialog>
    </>
  )
}
