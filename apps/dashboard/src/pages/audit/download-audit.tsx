import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { fetchResponse } from '../../api/call.js'
import { ErrorMessage } from '../../parts/state/error-message.js'

/** The whole log as CSV. The type of the response is asked for by a header, which a link cannot send. */
export function DownloadAudit({ account }: { readonly account: string }) {
  const download = useMutation({
    mutationFn: async () => {
      const headers = { Accept: 'text/csv' }
      const given = { path: { account }, query: { spreadsheet: '1' as const }, headers }
      save(await (await fetchResponse('get', '/accounts/{account}/audit', given)).blob())
    },
  })
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} />}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        Export
      </Button>
      {download.error && <ErrorMessage title="The log was not exported" error={download.error} />}
    </div>
  )
}

function save(file: Blob) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = 'audit.csv'
  link.click()
  URL.revokeObjectURL(link.href)
}
