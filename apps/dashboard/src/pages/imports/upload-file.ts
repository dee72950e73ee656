import { ApiError, OfflineError } from '../../api/api-error.js'
import { API_PATH, urlOf } from '../../api/call.js'
import type { Result } from '../../api/operation.js'

export type UploadedImport = Result<'/accounts/{account}/imports', 'post'>

export type Upload = {
  readonly account: string
  readonly file: File
  /** From 0 to 1. */
  readonly onProgress: (part: number) => void
  readonly signal: AbortSignal
}

/**
 * Sends a file as it is on the disk: the browser reads it while it sends, and never holds it as a whole. `fetch` does
 * not say how much of it was sent.
 */
export function uploadFile({ account, file, onProgress, signal }: Upload): Promise<UploadedImport> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(
      'POST',
      API_PATH + urlOf('/accounts/{account}/imports', { account }, { fileName: file.name.slice(-200) }),
    )
    request.setRequestHeader('Content-Type', 'text/csv')
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
    request.onerror = () => reject(new OfflineError())
    request.onabort = () => reject(new UploadCanceled())
    request.onload = () => {
      if (request.status === 201) resolve(JSON.parse(request.responseText) as UploadedImport)
      else reject(refusalOf(request))
    }
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}

/** The person stopped the upload. */
export class UploadCanceled extends Error {
  override readonly name = 'UploadCanceled'
}

type Problem = { code?: number; message?: string; moreInfo?: string; details?: Record<string, unknown> }

function refusalOf(request: XMLHttpRequest): ApiError {
  const problem = problemIn(request.responseText)
  return new ApiError(fileFault(problem) ?? problem.message ?? `The service responded with status ${request.status}.`, {
    status: request.status,
    code: problem.code ?? null,
    details: problem.details ?? {},
    moreInfo: problem.moreInfo ?? null,
    requestId: request.getResponseHeader('X-Request-Id'),
  })
}

/** What is wrong with the file, as a sentence. */
function fileFault({ details }: Problem): string | undefined {
  const [fault] = (details?.['fields'] ?? []) as { field: string; message: string }[]
  return fault?.field === 'file' ? `The file ${fault.message}.` : undefined
}

function problemIn(text: string): Problem {
  try {
    return JSON.parse(text) as Problem
  } catch {
    return {}
  }
}
