import uPlot from 'uplot'
import { tickText } from '../shared/labels.js'

/** A plot in the page's colors and width, light or dark, that redraws when either changes. */
export interface Plot {
  readonly plot: uPlot
  destroy(): void
}

/** Returns a color of the page by the name of its property. */
export function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim()
}

export function mountPlot(
  element: HTMLElement,
  options: Omit<uPlot.Options, 'width' | 'height'>,
  data: uPlot.AlignedData,
): Plot {
  const sizeOf = () => ({
    width: Math.max(200, element.clientWidth),
    height: Math.max(160, element.clientHeight),
  })
  const plot = new uPlot(
    {
      ms: 1,
      legend: { show: false },
      tzDate: (at) => uPlot.tzDate(new Date(at), 'Etc/UTC'),
      ...options,
      ...sizeOf(),
    },
    data,
    element,
  )
  const resized = new ResizeObserver(() => plot.setSize(sizeOf()))
  resized.observe(element)
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const onDark = (): void => plot.redraw()
  dark.addEventListener('change', onDark)
  return {
    plot,
    destroy() {
      resized.disconnect()
      dark.removeEventListener('change', onDark)
      plot.destroy()
    },
  }
}

const font = '11px system-ui, sans-serif'

/** Returns a time axis below, and a probability axis on the right, next to the newest values. */
export function plainAxes(): uPlot.Axis[] {
  const lines = {
    stroke: () => colour('--quiet'),
    font,
    ticks: { show: false },
    grid: { stroke: () => colour('--line'), width: 1 },
  }
  return [
    {
      ...lines,
      grid: { show: false },
      space: 70,
      size: 28,
      values: (_plot, ticks) => ticks.map((tick, index) => tickText(tick, ticks[index - 1])),
    },
    {
      ...lines,
      side: 1,
      size: 52,
      space: 36,
      values: (_plot, ticks) => ticks.map((tick) => `${Number((tick * 100).toFixed(2))}%`),
    },
  ]
}

/** Returns the lowest and highest value with some margin. They exceed the range of a probability by at most that margin. */
export function roomyRange(least: number | null, most: number | null): [number, number] {
  const [low, high] = [least ?? 0, most ?? 1]
  const room = Math.max((high - low) * 0.08, 0.004)
  return [Math.max(-0.004, low - room), Math.min(1.004, high + room)]
}
