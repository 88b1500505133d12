import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import type { PriceCandle } from '../../../src/api/models/models.js'
import { alignDown, alignUp, DAY_MS, parseResolution } from '../../../src/api/times/resolution.js'
import { priceToleranceOf } from '../venues/exceptions.js'
import { quirksOf } from './exceptions.js'
import { RESTATED } from './lies.js'
import type { Question } from './plan.js'
import { isDoubted, readDoubts } from './said.js'
import type { Series } from './series.js'
import { truthOf } from './truth.js'

/**
 * What must hold. `said`: a response that says nothing of doubt is the truth. `healed`: two days after the last lie every
 * response is. `stored`: so is every candle that is stored by then, and nothing is missing between them.
 */
export type When = 'said' | 'healed' | 'stored'
export type Rule =
  | `${When} ${'missing' | 'wrong' | 'restated' | 'invented' | 'error'}`
  | `budget ${'repeat' | 'part' | 'together' | 'empty' | 'background' | 'blank'}`

export interface Finding {
  readonly rule: Rule
  /** Candles that break it; 1 for an error. */
  readonly candles: number
  readonly text: string
}

/** A response to a question, or the failure in its place. */
export interface Answer {
  readonly question: Question
  /** Epoch ms at which it was sent. */
  readonly askedAt: number
  readonly rows: readonly PriceCandle[]
  readonly headers: Readonly<Record<string, string>>
  readonly error?: string
}

/** How far back a short answer to a question without a start is compared. */
const LOOK_BACK_MS = 3 * DAY_MS
const PRICES = ['open', 'high', 'low', 'close'] as const

/**
 * Compares a response with the truth. Candles that had not ended when it was asked for are left out.
 * @param wasAnswered whether a question about the outcome was answered before
 */
export async function judgeAnswer(
  venue: VenueId,
  when: When,
  series: Series,
  answer: Answer,
  wasAnswered = true,
): Promise<readonly Finding[]> {
  const { question, askedAt, headers } = answer
  const isGone =
    quirksOf(venue).findsOpenOnly !== undefined && !wasAnswered && series.market.closesAt <= askedAt
  if (answer.error !== undefined)
    return when === 'healed' && !isGone
      ? [{ rule: 'healed error', candles: 1, text: `${tell(answer)}: ${answer.error}` }]
      : []
  const stepMs = parseResolution(question.resolution)
  const { from, to } = windowOf(answer, stepMs, series)
  const truth = await truthOf(venue).candles(series, question.resolution, from, to)
  const doubts = when === 'healed' ? [] : readDoubts(headers, when === 'stored')
  const isJudged = ({ timestamp }: PriceCandle): boolean =>
    timestamp + stepMs <= askedAt &&
    (question.start !== undefined || timestamp >= from) &&
    !isDoubted(doubts, timestamp)
  const differences = compareCandles(answer.rows.filter(isJudged), truth.filter(isJudged), toleranceOf(venue))
  return differences.map(({ kind, times }) => ({
    rule: `${when} ${kind}` as const,
    candles: times.length,
    text: `${tell(answer)}: ${times.length} ${kind} of ${truth.length}, first ${new Date(times[0] ?? 0).toISOString()}`,
  }))
}

/** Open times that a response covers, [from, to). */
function windowOf({ question, rows, headers, askedAt }: Answer, stepMs: number, { market }: Series) {
  const { start, end, limit = 100 } = question
  const to = alignDown(Math.min(end ?? askedAt, askedAt), stepMs) + stepMs
  const first = rows[0]?.timestamp
  const asked = start === undefined ? undefined : alignDown(start, stepMs)
  if (rows.length >= limit && first !== undefined) return { from: Math.max(first, asked ?? first), to }
  if (asked !== undefined) return { from: asked, to }
  const searched = Number(headers['x-pmx-searched-from'] ?? 0)
  return {
    from: Math.max(alignUp(searched, stepMs), alignDown(market.opensAt, stepMs), to - LOOK_BACK_MS),
    to,
  }
}

interface Difference {
  /** Restated is wrong by no more than the lie of that name makes it. */
  readonly kind: 'missing' | 'wrong' | 'restated' | 'invented'
  readonly times: readonly number[]
}

/** By how much candles of a venue may differ from the truth. */
interface Tolerance {
  readonly price: number
  readonly volumeShare: number
  readonly contracts: number
  /** A candle that has one of the truth so far before and after it is not invented, ms. */
  readonly gapMs?: number | undefined
}

export function toleranceOf(venue: VenueId): Tolerance {
  const { share = 1e-6, contracts = 1e-6 } = quirksOf(venue).volumeWithin ?? {}
  const gapMs = quirksOf(venue).otherRoute?.gapMs
  return { price: priceToleranceOf(venue), volumeShare: share, contracts, gapMs }
}

/** How candles differ from those that should be there. Volumes are compared where both have one. */
export function compareCandles(
  ours: readonly PriceCandle[],
  truth: readonly PriceCandle[],
  within: Tolerance,
): readonly Difference[] {
  const real = new Map(truth.map((candle) => [candle.timestamp, candle]))
  const seen = new Set(ours.map(({ timestamp }) => timestamp))
  const { gapMs } = within
  const isBetween = (time: number): boolean =>
    gapMs !== undefined && real.has(time - gapMs) && real.has(time + gapMs)
  const differ = ours.filter((candle) => {
    const other = real.get(candle.timestamp)
    return other !== undefined && !isSame(candle, other, within)
  })
  const isOfRestated = (candle: PriceCandle): boolean =>
    isRestated(candle, real.get(candle.timestamp), within)
  const timesOf = (candles: readonly PriceCandle[]): number[] => candles.map(({ timestamp }) => timestamp)
  const all: readonly Difference[] = [
    { kind: 'missing', times: [...real.keys()].filter((time) => !seen.has(time)) },
    { kind: 'wrong', times: timesOf(differ.filter((candle) => !isOfRestated(candle))) },
    { kind: 'restated', times: timesOf(differ.filter(isOfRestated)) },
    { kind: 'invented', times: [...seen].filter((time) => !real.has(time) && !isBetween(time)) },
  ]
  return all.filter(({ times }) => times.length > 0)
}

/** Whether its prices are the true ones, or those of the restated rows of lies.ts, and its trades are all there. */
function isRestated(candle: PriceCandle, truth: PriceCandle | undefined, within: Tolerance): boolean {
  if (truth === undefined) return false
  const slack = within.price + 1e-9
  // Of trades of the other side, what is restated is what is missing to 1; a candle may be made of both.
  const [least, most] = [RESTATED * truth.low - slack, 1 - RESTATED * (1 - truth.high) + slack]
  if (PRICES.some((price) => candle[price] < least || candle[price] > most)) return false
  const [volume, real] = [candle.volume, truth.volume]
  if (volume === undefined || real === undefined) return true
  // Contracts that follow from money and a price are more at a lower one.
  const room = within.volumeShare * real + within.contracts
  return volume >= real - room && volume <= real / RESTATED + room
}

function isSame(candle: PriceCandle, other: PriceCandle, within: Tolerance): boolean {
  if (PRICES.some((price) => Math.abs(candle[price] - other[price]) > within.price + 1e-9)) return false
  const [volume, real] = [candle.volume, other.volume]
  if (volume === undefined || real === undefined) return true
  return Math.abs(volume - real) <= within.volumeShare * real + within.contracts
}

/** A question and its answer on one line. */
function tell({ question, askedAt, rows, headers }: Answer): string {
  const { series, resolution, start, end, limit } = question
  const time = (at: number | undefined) => (at === undefined ? '' : new Date(at).toISOString().slice(5, 16))
  const own = Object.entries(headers)
    .filter(([name]) =>
      /cache|requests|partial|stale|missing|empty|provisional|warning|live|until/.test(name),
    )
    .map(([name, value]) => `${name.replace('x-pmx-', '')}=${value}`)
  return `outcome ${series} ${resolution} ${time(start)}..${time(end)} limit ${limit} at ${time(askedAt)} -> ${rows.length} (${own.join(' ')})`
}
