/** The only way to wait. */
export interface Timer {
  wait(durationMs: number): Promise<void>
}
