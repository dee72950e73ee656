import { Group, NumberInput } from '@mantine/core'
import type { Waves } from './timing.js'

export type WaveFieldsProps = { readonly waves: Waves; readonly onChange: (changes: Partial<Waves>) => void }

/** How large waves are, and how far apart. */
export function WaveFields({ waves, onChange }: WaveFieldsProps) {
  return (
    <Group grow preventGrowOverflow={false} gap="sm">
      <NumberInput
        label="People in a wave"
        min={1}
        max={50_000}
        clampBehavior="strict"
        allowDecimal={false}
        thousandSeparator=","
        value={waves.recipientsPerWave}
        onChange={(value) => onChange({ recipientsPerWave: Number(value) || 1 })}
      />
      <NumberInput
        label="Minutes between waves"
        min={1}
        max={1_440}
        clampBehavior="strict"
        allowDecimal={false}
        thousandSeparator=","
        value={waves.waveIntervalMinutes}
        onChange={(value) => onChange({ waveIntervalMinutes: Number(value) || 1 })}
      />
    </Group>
  )
}
