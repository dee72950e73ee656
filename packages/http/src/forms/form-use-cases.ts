import type { UseCases } from '@carillon/core'

/** By what they do alone, so that an embedder can put something of its own in place of one. */
export type OptInFormUseCases = {
  readonly [Name in 'readOptInForm' | 'requestCode' | 'readFormEntry' | 'enterCode' | 'resendCode']: Pick<
    UseCases[Name],
    'execute'
  >
}
