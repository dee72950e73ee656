import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'

export type SparklineProps = {
  readonly values: readonly number[]
  readonly label: string
  /** In pixels: the canvas cannot ask its surroundings. */
  readonly width: number
  readonly height?: number
}

export function SparklineCanvas({ values, label, width, height = 32 }: SparklineProps) {
  const place = useRef<HTMLDivElement>(null)
  const scheme = useComputedColorScheme()
  useEffect(() => {
    const element = place.current
    if (element === null || values.length === 0) return
    const colour = getComputedStyle(element).getPropertyValue('--link').trim()
    const plot = new UPlot(
      {
        width,
        height,
        cursor: { show: false },
        legend: { show: false },
        axes: [{ show: false }, { show: false }],
        scales: { x: { time: false } },
        series: [{}, { stroke: colour, width: 2, points: { show: values.length === 1 } }],
        pxAlign: false,
      },
      [values.map((_, i) => i), [...values]],
      element,
    )
    return () => plot.destroy()
  }, [values, width, height, scheme])
  return <div ref={place} role="img" aria-label={label} />
}
