export function chromiumPath(): string
export const CHROMIUM_ARGUMENTS: string[]
