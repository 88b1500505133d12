import { pmxHeaders } from '../../api/envelope/pmx-headers.js'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { PriceCandle } from '../../api/models/models.js'
import { toInstant } from '../../api/times/instant.js'
import { defaultResolution, parseResolution } from '../../api/times/resolution.js'
import { type CandleReport, reportCandles } from '../../candles/series/quality-report.js'
import { systemClock } from '../../effects/clock.js'
import { printMode, printResult, readAnswer, withCaller } from '../client/call-method.js'
import type { ApiCaller, ApiReply } from '../client/caller.js'
import type { RequestFlags } from '../client/open-caller.js'
import { createChoiceError, findAlternativeOutcomes } from '../client/outcome-choice.js'
import { readShape, shapes } from '../client/response-shapes.js'
import { renderCount } from '../output/counted.js'
import type { Output } from '../output/output.js'
import { formatMinute } from '../output/times.js'

/** The requested window. */
export interface ReportQuery {
  readonly resolution?: string | undefined
  readonly start?: string | undefined
  readonly end?: string | undefined
  readonly limit?: number | undefined
}

const MAX_SPIKES = 5

/** `pmx-local candles ... --report`: shows the quality of the price history instead of the history. */
export async function printCandleReport(
  venue: VenueId,
  outcomeId: string,
  query: ReportQuery,
  flags: RequestFlags,
  output: Output,
): Promise<void> {
  const { report, reply, outcomes } = await withCaller(flags, output, `calling ${venue}`, async (caller) => {
    const ask = (id: string): Promise<ApiReply> => caller.call(venue, 'fetchOHLCV', [id, query])
    const readBars = (told: ApiReply): readonly PriceCandle[] =>
      readShape(shapes.candles, readAnswer(told).data, 'a list of candles')
    const read = async (id: string) => readBars(await ask(id))
    const reply = await ask(outcomeId)
    const outcomes = await findAlternativeOutcomes(caller, venue, outcomeId, reply)
    if (outcomes.length > 0) return { reply, outcomes }
    const bars = readBars(reply)
    const otherId = await otherSide(caller, venue, outcomeId)
    const other = otherId === undefined ? undefined : await read(otherId)
    const window = findReportWindow(bars, query, readTradingPeriod(reply.headers), systemClock.now())
    const report = reportCandles(bars, parseResolution(query.resolution ?? defaultResolution), window, other)
    return { report, reply, outcomes }
  })
  if (report === undefined) throw createChoiceError(venue, outcomeId, outcomes, reply)
  printResult(reply, flags, output)
  printMode(reply.headers, output)
  if (flags.json === true) output.json(report)
  else for (const line of reportLines(report)) output.line(line)
}

/**
 * Returns the first and last open time that a report covers, epoch ms, both inclusive. These are the requested times, except
 * those before the listing, after the close or in the future.
 */
export function findReportWindow(
  bars: readonly PriceCandle[],
  { start, end }: Pick<ReportQuery, 'start' | 'end'>,
  { listedAt, closedAt }: ReturnType<typeof readTradingPeriod>,
  now: number,
): { readonly start: number; readonly end: number } {
  const first = bars[0]?.timestamp ?? Math.max(0, listedAt)
  const last = bars.at(-1)?.timestamp ?? first
  const [from, to] = [
    start === undefined ? first : toInstant(start, 'start'),
    end === undefined ? last : toInstant(end, 'end'),
  ]
  const lived = { start: Math.max(from, listedAt), end: Math.min(to, now, closedAt - 1) }
  // A venue may report another trading period than it has candles for.
  return bars.length === 0 ? lived : { start: Math.min(first, lived.start), end: Math.max(last, lived.end) }
}

/** Returns a market's trading period from a response, without bounds that the venue does not report. */
export function readTradingPeriod(headers: ApiReply['headers']): { listedAt: number; closedAt: number } {
  const [, listed = '', closed = ''] = /^(\d*)-(\d*)$/.exec(headers[pmxHeaders.tradingPeriod] ?? '') ?? []
  return {
    listedAt: listed === '' ? Number.NEGATIVE_INFINITY : Number(listed),
    closedAt: closed === '' ? Number.POSITIVE_INFINITY : Number(closed),
  }
}

/** Returns the other outcome of a market with two outcomes, or undefined if there are more or the venue cannot provide it. */
async function otherSide(caller: ApiCaller, venue: VenueId, outcomeId: string): Promise<string | undefined> {
  const reply = await caller.call(venue, 'fetchMarket', [{ outcomeId }])
  const envelope = readShape(shapes.envelope, reply.body, 'an envelope')
  if (!envelope.success) return undefined
  const { outcomes } = readShape(shapes.market, envelope.data, 'a market')
  const isItsMarket = outcomes.length === 2 && outcomes.some((outcome) => outcome.outcomeId === outcomeId)
  return isItsMarket ? outcomes.find((outcome) => outcome.outcomeId !== outcomeId)?.outcomeId : undefined
}

function reportLines(report: CandleReport): string[] {
  const { steps, candles, coverage, gaps, longestGap, spikes, singlePoint, sumError } = report
  const shown = spikes
    .slice(0, MAX_SPIKES)
    .map(({ timestamp, from, to }) => `  ${formatMinute(timestamp)}  ${from} to ${to}`)
  return [
    `coverage      ${percent(coverage)} (${renderCount(candles, 'candle')} in ${renderCount(steps, 'interval')})`,
    `gaps          ${gaps} (longest: ${renderCount(longestGap, 'interval')})`,
    `single price  ${percent(singlePoint)} of the candles`,
    `YES + NO      ${sumError === undefined ? 'no candles to compare' : `off by ${sumError.mean.toFixed(4)} on average and ${sumError.worst.toFixed(4)} at most (${renderCount(sumError.compared, 'candle')})`}`,
    `spikes        ${spikes.length}`,
    ...shown,
  ]
}

function percent(share: number | undefined): string {
  return share === undefined ? 'unknown' : `${(share * 100).toFixed(1)} %`
}
