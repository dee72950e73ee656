import type { LaunchOptions } from 'playwright-core'

export function chromiumLaunchOptions(): Promise<LaunchOptions>
export function unpackOnce(folder: string, unpack: (folder: string) => Promise<void>): Promise<string>
