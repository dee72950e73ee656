import { readFile } from 'node:fs/promises'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

export type Target = {
  readonly host: string
  readonly port: number
  readonly tls: boolean | { readonly ca?: string }
}

type Limits = { readonly withinMs: number; readonly signal: AbortSignal }

/** Connects, with a verified certificate if TLS is set. Rejects if it does not work within the time. */
export async function openSocket({ host, port, tls }: Target, { withinMs, signal }: Limits): Promise<Socket> {
  const ca = typeof tls === 'object' && tls.ca !== undefined ? await readCertificates(tls.ca) : null
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const socket = tls
      ? connectTls({
          ...{ host, port, rejectUnauthorized: true, minVersion: 'TLSv1.2' },
          ...(isIP(host) ? {} : { servername: host }),
          ...(ca === null ? {} : { ca }),
        })
      : connectTcp({ host, port })
    const fail = (error: Error) => {
      end()
      socket.destroy()
      reject(error)
    }
    const abort = () => fail(new Error('closed'))
    const timer = setTimeout(() => fail(new Error(`no connection within ${withinMs} ms`)), withinMs)
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    }
    signal.addEventListener('abort', abort)
    socket.once('error', fail)
    socket.once(tls ? 'secureConnect' : 'connect', () => {
      end()
      socket.off('error', fail)
      socket.setNoDelay(true)
      resolve(socket)
    })
  })
}

async function readCertificates(ca: string): Promise<string> {
  return ca.includes('-----BEGIN') ? ca : readFile(ca, 'utf8')
}
