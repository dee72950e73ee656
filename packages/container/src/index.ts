export { construct } from './construct.js'
export { Tokens, type Token } from './tokens.js'
export { useCasesModule, useCasesOf, type UseCases } from './use-cases.js'
