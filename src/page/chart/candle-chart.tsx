import { useEffect, useRef, useState } from 'preact/hooks'
import type uPlot from 'uplot'
import type { PriceCandle } from '../../api/models/models.js'
import { countText, minuteText, priceText } from '../shared/labels.js'
import { chartGapsOf, type Gap, type KnownSpan } from './gaps.js'
import { colour, mountPlot, type Plot, plainAxes, roomyRange } from './plot.js'

interface Props {
  /** Ascending, at least one. */
  readonly candles: readonly PriceCandle[]
  readonly stepMs: number
  /** Candles from this open time on may still change, epoch ms. */
  readonly partialFrom: number | undefined
  /** The stored spans of the series, or undefined if they are unknown. */
  readonly spans: readonly KnownSpan[] | undefined
  readonly name: string
}

interface Drawn extends Props {
  readonly gaps: readonly Gap[]
}

/** Shows candles with the gaps between them, the stored spans, and the open candle. */
export function CandleChart(props: Props) {
  const { candles, stepMs, partialFrom, spans } = props
  const gaps = chartGapsOf(candles, stepMs, spans ?? [])
  const box = useRef<HTMLDivElement>(null)
  const drawn = useRef<Drawn>({ ...props, gaps })
  drawn.current = { ...props, gaps }
  const plot = useRef<Plot | undefined>(undefined)
  const [at, setAt] = useState<number | undefined>(undefined)

  // Created once. Changes are drawn by the effects below.
  useEffect(() => {
    if (box.current === null) return
    const mounted = mountPlot(
      box.current,
      optionsOf(() => drawn.current, setAt),
      dataOf(candles, stepMs),
    )
    plot.current = mounted
    return () => mounted.destroy()
  }, [])

  useEffect(() => {
    plot.current?.plot.setData(dataOf(candles, stepMs))
  }, [candles, stepMs])

  useEffect(() => {
    if (spans !== undefined) plot.current?.plot.redraw()
  }, [spans])

  function move(event: KeyboardEvent): void {
    const by = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10 }[event.key]
    const goal = { Home: 0, End: candles.length - 1 }[event.key]
    if ((by === undefined && goal === undefined) || plot.current === undefined) return
    event.preventDefault()
    const next = goal ?? Math.min(candles.length - 1, Math.max(0, (at ?? candles.length - 1) + (by ?? 0)))
    const candle = candles[next]
    if (candle === undefined) return
    const u = plot.current.plot
    u.setCursor({ left: u.valToPos(candle.timestamp + stepMs / 2, 'x'), top: 10 })
    setAt(next)
  }

  const shown = candles[at ?? candles.length - 1] ?? candles.at(-1)
  return (
    <figure class="chart">
      <p class="readout" aria-live="polite">
        {shown !== undefined && (
          <Readout candle={shown} isRunning={partialFrom !== undefined && shown.timestamp >= partialFrom} />
        )}
      </p>
      <div
        class="plot"
        ref={box}
        role="img"
        aria-label={summaryOf(props, gaps)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move from candle to candle
        tabIndex={0}
        onKeyDown={move}
      />
      <figcaption class="legend">
        {partialFrom !== undefined && (
          <span>
            <i class="key running" />
            open candle
          </span>
        )}
        {gaps.some(({ kind }) => kind === 'no_trades') && (
          <span>
            <i class="key gap" />
            no trades
          </span>
        )}
        {gaps.some(({ kind }) => kind === 'not_asked') && (
          <span>
            <i class="key hole" />
            not fetched yet
          </span>
        )}
        {spans !== undefined && (
          <span>
            <i class="key kept" />
            cached
          </span>
        )}
      </figcaption>
    </figure>
  )
}

function Readout({ candle, isRunning }: { readonly candle: PriceCandle; readonly isRunning: boolean }) {
  const { timestamp, open, high, low, close, volume } = candle
  return (
    <>
      <b>{minuteText(timestamp)}</b>
      <span>
        O {priceText(open)} H {priceText(high)} L {priceText(low)} <b>C {priceText(close)}</b>
        {volume !== undefined && ` V ${countText(volume)}`}
      </span>
      {isRunning && <span class="chip">open</span>}
    </>
  )
}

function summaryOf({ candles, name }: Props, gaps: readonly Gap[]): string {
  const [first, last] = [candles[0], candles.at(-1)]
  if (first === undefined || last === undefined) return `${name}: no candles`
  const high = Math.max(...candles.map((candle) => candle.high))
  const low = Math.min(...candles.map((candle) => candle.low))
  const missing = gaps.length === 0 ? 'no gaps' : `${gaps.length} ${gaps.length === 1 ? 'gap' : 'gaps'}`
  return `${name}: ${candles.length} candles from ${minuteText(first.timestamp)} to ${minuteText(last.timestamp)}, between ${priceText(low)} and ${priceText(high)}, last ${priceText(last.close)}, ${missing}. Arrow keys move from candle to candle.`
}

function dataOf(candles: readonly PriceCandle[], stepMs: number): uPlot.AlignedData {
  return [
    candles.map(({ timestamp }) => timestamp + stepMs / 2),
    candles.map(({ high }) => high),
    candles.map(({ low }) => low),
  ]
}

function optionsOf(
  drawn: () => Drawn,
  onCursor: (index: number | undefined) => void,
): Omit<uPlot.Options, 'width' | 'height'> {
  const unseen = { paths: () => null, points: { show: false } }
  return {
    padding: [10, 0, 6, 8],
    cursor: { y: false, points: { show: false }, drag: { x: true, y: false } },
    scales: {
      x: {
        time: true,
        range: (_plot, least, most) => {
          const { stepMs } = drawn()
          return [least - stepMs, most + stepMs]
        },
      },
      y: { range: (_plot, least, most) => roomyRange(least, most) },
    },
    axes: plainAxes(),
    series: [{}, unseen, unseen],
    hooks: {
      drawClear: [(plot) => drawGaps(plot, drawn())],
      draw: [(plot) => drawCandles(plot, drawn())],
      setCursor: [(plot) => onCursor(plot.cursor.idx ?? undefined)],
    },
  }
}

function drawGaps(plot: uPlot, { gaps }: Drawn): void {
  const { ctx, bbox } = plot
  ctx.save()
  ctx.beginPath()
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height)
  ctx.clip()
  for (const { from, to, kind } of gaps) {
    const left = plot.valToPos(from, 'x', true)
    const right = plot.valToPos(to, 'x', true)
    ctx.fillStyle = colour(kind === 'no_trades' ? '--sunken' : '--warn-soft')
    ctx.fillRect(left, bbox.top, right - left, bbox.height)
    if (kind === 'not_asked') hatch(ctx, left, right, bbox)
  }
  ctx.restore()
}

function hatch(ctx: CanvasRenderingContext2D, left: number, right: number, bbox: uPlot.BBox): void {
  ctx.save()
  ctx.beginPath()
  ctx.rect(left, bbox.top, right - left, bbox.height)
  ctx.clip()
  ctx.strokeStyle = colour('--warn')
  ctx.globalAlpha = 0.35
  ctx.beginPath()
  const end = bbox.top + bbox.height
  for (let x = left - bbox.height; x < right; x += 10 * devicePixelRatio) {
    ctx.moveTo(x, end)
    ctx.lineTo(x + bbox.height, bbox.top)
  }
  ctx.stroke()
  ctx.restore()
}

function drawCandles(plot: uPlot, { candles, stepMs, partialFrom, spans, gaps: _gaps }: Drawn): void {
  const { ctx, bbox } = plot
  const ratio = devicePixelRatio
  const across = (at: number): number => plot.valToPos(at, 'x', true)
  const down = (price: number): number => plot.valToPos(price, 'y', true)
  const [rise, fall, quiet] = [colour('--accent'), colour('--bad'), colour('--card')]
  const first = candles[0]?.timestamp ?? 0
  const width = Math.max(ratio, Math.min(16 * ratio, (across(first + stepMs) - across(first)) * 0.66))
  ctx.save()
  ctx.beginPath()
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height)
  ctx.clip()
  drawVolumes(plot, candles, stepMs, width)
  ctx.lineWidth = ratio
  for (const { timestamp, open, high, low, close } of candles) {
    const x = across(timestamp + stepMs / 2)
    const isRunning = partialFrom !== undefined && timestamp >= partialFrom
    ctx.strokeStyle = close >= open ? rise : fall
    ctx.fillStyle = isRunning ? quiet : ctx.strokeStyle
    ctx.beginPath()
    ctx.moveTo(x, down(high))
    ctx.lineTo(x, down(low))
    ctx.stroke()
    const top = down(Math.max(open, close))
    const height = Math.max(1.5 * ratio, down(Math.min(open, close)) - top)
    ctx.fillRect(x - width / 2, top, width, height)
    if (isRunning) {
      ctx.setLineDash([3 * ratio, 2 * ratio])
      ctx.strokeRect(x - width / 2, top, width, height)
      ctx.setLineDash([])
    }
  }
  ctx.restore()
  drawKept(plot, spans ?? [])
}

/** Draws volumes at the bottom of the plot, on their own scale. */
function drawVolumes(plot: uPlot, candles: readonly PriceCandle[], stepMs: number, width: number): void {
  const most = Math.max(0, ...candles.map(({ volume = 0 }) => volume))
  if (most === 0) return
  const { ctx, bbox } = plot
  ctx.save()
  ctx.globalAlpha = 0.16
  ctx.fillStyle = colour('--quiet')
  for (const { timestamp, volume = 0 } of candles) {
    const height = (volume / most) * bbox.height * 0.2
    const x = plot.valToPos(timestamp + stepMs / 2, 'x', true)
    ctx.fillRect(x - width / 2, bbox.top + bbox.height - height, width, height)
  }
  ctx.restore()
}

const emptyKinds = new Set(['proven_empty', 'before_listing', 'after_close', 'beyond_retention'])

/** Draws the spans with final stored data below the plot. */
function drawKept(plot: uPlot, spans: readonly KnownSpan[]): void {
  const { ctx, bbox } = plot
  const top = bbox.top + bbox.height + devicePixelRatio
  const right = bbox.left + bbox.width
  ctx.save()
  for (const [from, to, kind] of spans) {
    const begin = Math.max(bbox.left, plot.valToPos(from, 'x', true))
    const end = Math.min(right, plot.valToPos(to, 'x', true))
    if (end <= begin) continue
    ctx.globalAlpha = emptyKinds.has(kind) ? 0.35 : 1
    ctx.fillStyle = colour('--accent')
    ctx.fillRect(begin, top, end - begin, 3 * devicePixelRatio)
  }
  ctx.restore()
}
