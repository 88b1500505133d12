import type { Trade } from '../../api/models/models.js'
import type { Clock } from '../../effects/clock.js'
import { systemClock } from '../../effects/clock.js'
import { createAbort } from '../../policy/abort.js'
import { drawLive, type LiveView, renderBookLine, renderTradeLine } from '../charts/live-book.js'
import type { ApiCaller } from '../client/caller.js'
import { openCaller, type RequestFlags } from '../client/open-caller.js'
import { readShape, shapes } from '../client/response-shapes.js'
import type { WatchedUpdate, WatchRequest } from '../client/watch-types.js'
import { addRequestFlags, type Register } from '../options/command.js'
import { parseVenue } from '../options/named-venue.js'
import { parseWholeNumber } from '../options/settings.js'
import { renderFailure } from '../output/failure.js'
import { renderJson } from '../output/json.js'
import { CommandFailed, exitCodes, type Output } from '../output/output.js'
import { listenForStops } from '../process/stop-signals.js'

interface WatchFlags extends RequestFlags {
  readonly limit?: string
  readonly trades?: boolean
}

const DEFAULT_LEVELS = 10
/** Minimum time between two drawings, ms. The newest order book is drawn. */
const DRAW_EVERY_MS = 100
/** Maximum number of trades in a drawing. */
const TRADES_KEPT = 20

export const watchCommand: Register = (program, output) => {
  addRequestFlags(
    program.command('watch <venue> <outcomeId>').description('Show a live order book until Ctrl-C'),
  )
    .option('-n, --limit <n>', `Levels per side (default: ${DEFAULT_LEVELS})`)
    .option('--trades', 'Also show trades')
    .action((venue, outcomeId, flags) => watch(venue, outcomeId, flags, output))
}

/**
 * `pmx-local watch <venue> <outcomeId>`: shows one order book as it changes, drawn on a terminal, or otherwise with one line per
 * change.
 */
async function watch(venueText: string, outcomeId: string, flags: WatchFlags, output: Output): Promise<void> {
  const venue = parseVenue(venueText)
  const levels = flags.limit === undefined ? DEFAULT_LEVELS : parseWholeNumber(flags.limit, '--limit')
  const stops = listenForStops()
  try {
    const caller = await openCaller(flags)
    try {
      if (flags.verbose === true) output.note(`called: ${caller.where}`)
      if (flags.demo === true) output.note('demo mode: all data is simulated')
      const subject = {
        venue,
        outcomeId,
        levels,
        withTrades: flags.trades === true,
        asJson: flags.json === true,
      }
      await watchWith(caller, subject, output, systemClock, stops.signal)
    } finally {
      await caller.close()
    }
  } finally {
    stops.release()
  }
}

export interface WatchSubject {
  readonly venue: LiveVenue
  readonly outcomeId: string
  /** Levels per side. */
  readonly levels: number
  readonly withTrades: boolean
  readonly asJson: boolean
}

type LiveVenue = ReturnType<typeof parseVenue>

/**
 * Watches until the signal, or until the reader of stdout closes.
 * @throws CommandFailed for any other end
 */
export async function watchWith(
  caller: Pick<ApiCaller, 'watch'>,
  subject: WatchSubject,
  output: Output,
  clock: Pick<Clock, 'setTimer'>,
  signal: AbortSignal,
): Promise<void> {
  const { venue, outcomeId, levels, withTrades, asJson } = subject
  const wishes: WatchRequest[] = [
    { method: 'watchOrderBook', args: [outcomeId, levels] },
    ...(withTrades ? [{ method: 'watchTrades', args: [outcomeId] } as const] : []),
  ]
  const enough = createAbort()
  const onStop = (): void => enough.abort()
  if (signal.aborted) onStop()
  signal.addEventListener('abort', onStop, { once: true })
  const teller = asJson ? jsonTeller(output) : bookTeller(subject, output, clock)
  let broken: unknown
  const failure = await caller
    .watch(
      venue,
      wishes,
      (news) => {
        if (enough.signal.aborted) return
        try {
          teller.print(news)
        } catch (error) {
          broken = error
          enough.abort()
        }
        if (!output.hasReader) enough.abort()
      },
      enough.signal,
    )
    .finally(() => {
      teller.close()
      signal.removeEventListener('abort', onStop)
    })
  if (broken !== undefined) throw broken
  if (failure === undefined) return
  throw new CommandFailed(renderFailure(failure, undefined).join('\n'), exitCodes.failed, {
    body: { success: false, error: failure },
    alwaysJson: asJson,
  })
}

interface UpdatePrinter {
  /** Shows an update. @throws CommandFailed for an unexpected update */
  print(news: WatchedUpdate): void
  close(): void
}

/** Prints one frame per line, as the daemon sends it. */
function jsonTeller(output: Output): UpdatePrinter {
  return { print: (news) => output.line(renderJson(news, false)), close() {} }
}

/** Draws on a terminal that can be redrawn. Otherwise prints a line for each order book and trade. */
function bookTeller(
  { venue, outcomeId, withTrades }: WatchSubject,
  output: Output,
  clock: Pick<Clock, 'setTimer'>,
): UpdatePrinter {
  const trades: Trade[] = []
  let view: LiveView = { venue, outcomeId, book: undefined, trades: withTrades ? trades : undefined }
  const canvas = createCanvas(output, clock, (size) => drawLive(view, size, output.style))
  if (canvas !== undefined) canvas.draw()
  return {
    print({ method, data }) {
      if (method === 'watchTrades') {
        const fresh = readShape(shapes.trades, data, 'a list of trades')
        trades.push(...fresh)
        trades.splice(0, trades.length - TRADES_KEPT)
        if (canvas === undefined) for (const trade of fresh) output.line(renderTradeLine(trade))
      } else {
        const book = readShape(shapes.book, data, 'an order book')
        view = { ...view, book }
        if (canvas === undefined) output.line(renderBookLine(book))
      }
      canvas?.draw()
    },
    close: () => canvas?.close(),
  }
}

/**
 * Draws the first update after a pause immediately, and further ones at intervals. Returns undefined if nothing can be
 * redrawn.
 */
function createCanvas(
  output: Output,
  clock: Pick<Clock, 'setTimer'>,
  draw: (size: { readonly columns: number; readonly rows: number }) => readonly string[],
) {
  if (output.screen() === undefined) return undefined
  let isStale = false
  let cancel: (() => void) | undefined
  const now = (): void => {
    isStale = false
    const size = output.screen()
    if (size !== undefined) output.redraw(draw(size))
  }
  const later = (): void => {
    cancel = clock.setTimer(DRAW_EVERY_MS, () => {
      cancel = undefined
      if (!isStale) return
      now()
      later()
    })
  }
  return {
    draw(): void {
      isStale = true
      if (cancel !== undefined) return
      now()
      later()
    },
    /** Draws the last update, which stays on the screen. */
    close(): void {
      cancel?.()
      if (isStale) now()
    },
  }
}
