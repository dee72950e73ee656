/** Such as `12.3 MB`. */
export function formatSize(bytes: number): string {
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(1)} kB`
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`
}

/** Such as `0.4 s`. */
export function formatDuration(durationMs: number): string {
  return `${(durationMs / 1000).toFixed(1)} s`
}

/** Such as `1 schedule` and `2 schedules`. */
export function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
