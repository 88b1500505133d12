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
  /** Step of the candles, ms. */
  readonly stepMs: number
  /** Width of the whole plot. */
  readonly columns: number
  /** Height of the whole plot, axes and legend included. */
  readonly rows: number
  readonly paint: Paint
}

/** Prices on the left take up this much: `0.0001` and the axis. */
const AXIS_COLUMNS = 8
const MIN_COLUMNS = 40
const MIN_ROWS = 5
const TICK_GAP = 3
const eighths = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const

const paints = { rising: 'green', falling: 'red', flat: 'yellow' } as const

/** How many candles a plot of this width shows one by one. */
export function countFittingCandles(columns: number): number {
  return countCandleSlots(Math.max(columns, MIN_COLUMNS) - AXIS_COLUMNS)
}

/**
 * Candles drawn with lines and blocks, a price axis on the left, times (UTC) and, where it is known, the volume
 * below. Shapes alone tell rising from falling. Too many candles are merged into coarser ones, and the legend says
 * so.
 * @returns lines of at most `columns`; none when there are no candles
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

/** One character a place, blanks between them. */
function spread(cells: ReadonlyMap<number, string>, { count, pitch }: TimeSlots): string {
  const places = Array.from({ length: count }, (_, slot) => cells.get(slot) ?? ' ')
  return places.join(' '.repeat(pitch - 1))
}

/** The axis with a tick every few places, and the opening times of those below it. */
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

/** The volume of each candle as a block of up to eight eighths of the largest; no line when none is known. */
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
