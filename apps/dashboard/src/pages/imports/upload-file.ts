import { ApiError } from '../../api/api-error.js'
import { urlOf } from '../../api/call.js'
import type { Result } from '../../api/operation.js'
import { upload, type Upload } from '../../api/upload.js'

type UploadedImport = Result<'/accounts/{account}/imports', 'post'>

export type FileUpload = Pick<Upload, 'file' | 'onProgress' | 'signal'> & { readonly account: string }

export async function uploadFile({ account, file, ...options }: FileUpload): Promise<UploadedImport> {
  const url = urlOf('/accounts/{account}/imports', { account }, { fileName: file.name.slice(-200) })
  try {
    return (await upload({ ...options, url, file, contentType: 'text/csv' })) as UploadedImport
  } catch (error) {
    throw withFileFault(error)
  }
}

/** The message says what is wrong with the file, if that is why it was refused. */
function withFileFault(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const [fault] = (error.details['fields'] ?? []) as { field: string; message: string }[]
  return fault?.field === 'file' ? new ApiError(`The file ${fault.message}.`, error) : error
}
