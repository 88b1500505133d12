import { useEffect, useRef } from 'preact/hooks'
import type uPlot from 'uplot'
import { colour, mountPlot, plainAxes, roomyRange } from './plot.js'

export interface ChartLine {
  readonly label: string
  /** One for each time, or null. */
  readonly values: readonly (number | null)[]
}

interface Props {
  /** Epoch ms, ascending. */
  readonly times: readonly number[]
  readonly lines: readonly ChartLine[]
  readonly name: string
}

/** Color names of the lines, in order. Further lines are drawn in a pale color. */
export const lineColours = ['--line-1', '--line-2', '--line-3', '--line-4', '--line-5', '--line-6'] as const

/** Shows prices of several outcomes on one time axis. */
export function LineChart({ times, lines, name }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (box.current === null) return
    const options: Omit<uPlot.Options, 'width' | 'height'> = {
      padding: [10, 0, 6, 8],
      cursor: { y: false, drag: { x: true, y: false } },
      scales: { x: { time: true }, y: { range: (_plot, least, most) => roomyRange(least, most) } },
      axes: plainAxes(),
      series: [
        {},
        ...lines.map(({ label }, index) => ({
          label,
          stroke: () => colour(lineColours[index] ?? '--line'),
          width: index < lineColours.length ? 1.75 : 1,
          points: { show: false },
        })),
      ],
    }
    const data: uPlot.AlignedData = [[...times], ...lines.map(({ values }) => [...values])]
    const mounted = mountPlot(box.current, options, data)
    return () => mounted.destroy()
  }, [times, lines])
  return <div class="plot" ref={box} role="img" aria-label={name} />
}
