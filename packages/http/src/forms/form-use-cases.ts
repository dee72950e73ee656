import type { UseCases } from '@carillon/core'

/** Only the `execute` methods, so that an embedder can replace a use case. */
export type OptInFormUseCases = {
  readonly [Name in 'readOptInForm' | 'requestCode' | 'readFormEntry' | 'enterCode' | 'resendCode']: Pick<
    UseCases[Name],
    'execute'
  >
}
