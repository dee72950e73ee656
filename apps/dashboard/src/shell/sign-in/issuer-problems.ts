/** Why a sign-in at the issuer did not succeed, by the name that the server gives it in the address. */
export const ISSUER_PROBLEMS = {
  uninvited: 'You signed in there, but nobody has invited you here. Open the link of your invitation first.',
  link: 'The link was used, has expired, or was replaced by a newer one. Ask for another.',
  taken: 'Another user signs in with this identity. Sign in as that user, or use another identity.',
  expired: 'It took too long, or was begun in another browser. Try again.',
  failed: 'The answer was refused, or you have canceled. Try again.',
  unavailable: 'It cannot be reached at the moment. Try again soon, or use your password.',
} as const

export type IssuerProblem = keyof typeof ISSUER_PROBLEMS
