/** Types for the page's JavaScript modules that are tested without a browser. */
export type PageText = { readonly id: string; readonly phone: string; readonly sender: string; readonly state?: string }

type Question = { readonly isQuestion: true }

export type Conversations = {
  readonly isWhole: boolean
  begin(beginning: { readonly texts: readonly PageText[]; readonly isWhole: boolean }): void
  clear(): void
  hear(text: PageText): void
  ask(): Question
  answer(question: Question, texts: readonly PageText[]): void
  textsOf(phone: string): readonly PageText[]
  phones(): readonly string[]
  senders(): ReadonlySet<string>
  takeChanged(): ReadonlyMap<string, { readonly isOld: boolean }>
}

export const conversationsModule = pageModule<{ readonly Conversations: new () => Conversations }>('conversations')

export type StreamListener = {
  onTexts(beginning: object): void
  onText(text: object): void
  onCleared(): void
  onConnection(state: 'live' | 'reconnecting'): void
}

export const streamModule = pageModule<{ listen(listener: StreamListener): void }>('stream')

export type PageService = {
  write(text: { readonly from: string; readonly to: string; readonly body: string }): Promise<unknown>
  textsOf(phone: string, options: { readonly limit: number }): Promise<readonly object[]>
}

export const serviceModule = pageModule<{ readonly service: PageService }>('service')

async function pageModule<T>(name: string): Promise<T> {
  // Imports by URL, because esbuild would bundle every file that a path with a variable could match.
  return (await import(new URL(`../../page/${name}.js`, import.meta.url).href)) as T
}
