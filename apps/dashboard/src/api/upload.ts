import { apiErrorFrom, OfflineError } from './api-error.js'
import { API_PATH } from './call.js'

export type Upload = {
  /** Below the API, with its names and query filled in. */
  readonly url: string
  readonly file: File
  readonly contentType: string
  /** From 0 to 1. */
  readonly onProgress: (part: number) => void
  readonly signal: AbortSignal
}

/**
 * Sends a file as it is on the disk: the browser reads it while it sends, and never holds it as a whole. `fetch` does
 * not say how much of it was sent. The result is the JSON of the response.
 */
export function upload({ url, file, contentType, onProgress, signal }: Upload): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', API_PATH + url)
    request.setRequestHeader('Content-Type', contentType)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
    request.onerror = () => reject(new OfflineError())
    request.onabort = () => reject(new UploadCanceled())
    request.onload = () => {
      const { status, responseText: text } = request
      if (status === 201) resolve(JSON.parse(text))
      else reject(apiErrorFrom({ status, header: (name) => request.getResponseHeader(name), text }))
    }
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}

/** The person stopped the upload. */
export class UploadCanceled extends Error {
  override readonly name = 'UploadCanceled'
}
