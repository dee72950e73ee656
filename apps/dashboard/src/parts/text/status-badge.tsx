import { Badge } from '@mantine/core'

export type Tone = 'good' | 'bad' | 'doubtful' | 'active' | 'neutral'

const COLOURS: Readonly<Record<Tone, string>> = {
  good: 'green',
  bad: 'red',
  doubtful: 'orange',
  active: 'accent',
  neutral: 'gray',
}

export type StatusBadgeProps = {
  readonly tone: Tone
  /** The state in a word or two. The colour only repeats it. */
  readonly children: string
}

export function StatusBadge({ tone, children }: StatusBadgeProps) {
  return (
    <Badge variant="light" color={COLOURS[tone]} radius="sm" tt="none" fw={600}>
      {children}
    </Badge>
  )
}
