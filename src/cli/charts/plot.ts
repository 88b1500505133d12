import type { PriceCandle } from '../../api/models/models.js'
import { toIso } from '../../api/times/instant.js'
import { DAY_MS, renderResolution } from '../../api/times/resolution.js'
import type { Paint } from '../output/colors.js'
import { joinToWidth, pad } from '../output/display-width.js'
import { formatCompact } from '../output/numbers.js'
import { directionOf, drawCandle, legend } from './candlestick.js'
import { createPriceScale, type PriceScale } from './price-scale.js'
import { countCandleSlots, createTimeSlots, slotOf, type TimeSlots } from './time-slots.js'

export interface PlotOptions {
  /** Interval of the candles, ms. */
  readonly stepMs: number
  /** Width of the plot, axis included. */
  readonly columns: number
  /** Height of the plot, axes and legend included. */
  readonly rows: number
  readonly paint: Paint
}

/** Width of the price axis: `0.0001` and the line. */
const AXIS_COLUMNS = 8
const MIN_COLUMNS = 40
const MIN_ROWS = 5
const TICK_GAP = 3
const eighths = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const

const paints = { rising: 'green', falling: 'red', flat: 'yellow' } as const

/** Returns the maximum number of candles in a plot of this width, without merging. */
export function countFittingCandles(columns: number): number {
  return countCandleSlots(Math.max(columns, MIN_COLUMNS) - AXIS_COLUMNS)
}

/**
 * Plots candles with lines and blocks. Prices are on the left, times (UTC) below, and the volume is shown if it is known. Rising
 * and falling candles can be told apart by shape alone. If there are too many candles, they are merged into coarser ones, and the
 * legend shows this.
 * @returns lines of at most `columns`, or none if there are no candles
 */
export function plotCandles(candles: readonly PriceCandle[], options: PlotOptions): string[] {
  if (candles.length === 0) return []
  const inner = Math.max(options.columns, MIN_COLUMNS) - AXIS_COLUMNS
  const slots = createTimeSlots(candles, options.stepMs, inner)
  const below = [
    ...timeLines(slots, inner),
    ...volumeLine(slots, options.paint),
    ...legendLines(slots, options, inner),
  ]
  const rows = Math.max(options.rows - below.length, MIN_ROWS)
  const scale = createPriceScale(
    slots.candles.reduce((low, candle) => Math.min(low, candle.low), 1),
    slots.candles.reduce((high, candle) => Math.max(high, candle.high), 0),
    rows,
  )
  return [...priceLines(slots, scale, rows, options.paint), ...below]
}

function priceLines(slots: TimeSlots, scale: PriceScale, rows: number, paint: Paint): string[] {
  const halfOf = (price: number): number =>
    Math.round(((scale.high - price) / (scale.high - scale.low)) * (2 * rows - 1))
  const labels = new Map(
    scale.ticks.map((tick) => [Math.floor(halfOf(tick) / 2), tick.toFixed(scale.digits)]),
  )
  const drawn = slots.candles.map((candle) => ({
    slot: slotOf(candle, slots),
    style: paints[directionOf(candle)],
    column: drawCandle(candle, rows, halfOf),
  }))
  return Array.from({ length: rows }, (_, row) => {
    const cells = new Map(
      drawn.map(({ slot, style, column }) => [slot, paintInk(column[row] ?? ' ', style, paint)]),
    )
    return `${axis(labels.get(row) ?? '', labels.has(row) ? '┤' : '│')}${spread(cells, slots)}`.trimEnd()
  })
}

function paintInk(character: string, style: 'green' | 'red' | 'yellow', paint: Paint): string {
  return character === ' ' ? ' ' : paint(style, character)
}

function axis(label: string, line: string): string {
  return `${pad(label, AXIS_COLUMNS - 2, 'right')} ${line}`
}

/** Places one character per slot, with blanks in between. */
function spread(cells: ReadonlyMap<number, string>, { count, pitch }: TimeSlots): string {
  const places = Array.from({ length: count }, (_, slot) => cells.get(slot) ?? ' ')
  return places.join(' '.repeat(pitch - 1))
}

/** Draws the time axis with a tick every few slots, and the opening times below the ticks. */
function timeLines(slots: TimeSlots, inner: number): string[] {
  const labelOf = (slot: number): string => timeLabel(slots.from + slot * slots.stepMs, slots.stepMs)
  const labelWidth = labelOf(0).length
  const every = Math.ceil((labelWidth + TICK_GAP) / slots.pitch)
  const width = (slots.count - 1) * slots.pitch + 1
  let line = ''
  let labels = ''
  for (let slot = 0; slot < slots.count; slot += every) {
    const at = slot * slots.pitch
    line = `${line.padEnd(at, '─')}┬`
    if (at + labelWidth <= inner) labels = labels.padEnd(at) + labelOf(slot)
  }
  return [axis('', '└') + line.padEnd(width, '─'), ' '.repeat(AXIS_COLUMNS) + labels]
}

function timeLabel(epochMs: number, stepMs: number): string {
  const iso = toIso(epochMs)
  return stepMs >= DAY_MS ? iso.slice(0, 10) : iso.slice(5, 16).replace('T', ' ')
}

/** Draws the volume of each candle as a block of up to eight eighths of the largest. If no volume is known, there is no line. */
function volumeLine(slots: TimeSlots, paint: Paint): string[] {
  const volumes = slots.candles.flatMap(({ volume }) => (volume === undefined ? [] : [volume]))
  const largest = volumes.reduce((most, volume) => Math.max(most, volume), 0)
  if (largest === 0) return []
  const cells = new Map(
    slots.candles.map((candle) => [slotOf(candle, slots), volumeBlock(candle.volume, largest)]),
  )
  return [paint('dim', `${axis('volume', ' ')}${spread(cells, slots).trimEnd()}`)]
}

function volumeBlock(volume: number | undefined, largest: number): string {
  if (volume === undefined || volume === 0) return ' '
  return eighths[Math.ceil((volume / largest) * eighths.length) - 1] ?? ' '
}

function legendLines(slots: TimeSlots, { stepMs, paint }: PlotOptions, inner: number): string[] {
  const volumes = slots.candles.flatMap(({ volume }) => (volume === undefined ? [] : [volume]))
  const largest = volumes.reduce((most, volume) => Math.max(most, volume), 0)
  const merged = slots.stepMs === stepMs ? '' : ` (merged from ${renderResolution(stepMs)} to fit)`
  const parts = [
    legend,
    `each ${renderResolution(slots.stepMs)}${merged}`,
    ...(largest === 0 ? [] : [`largest volume ${formatCompact(largest)}`]),
  ]
  return joinToWidth(parts, '  ', inner).map((line) => paint('dim', ' '.repeat(AXIS_COLUMNS) + line))
}
