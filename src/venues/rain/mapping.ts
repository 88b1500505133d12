import { toIso } from '../../api/times/instant.js'
import type { EventRow, MarketRow } from '../../venue-kit/contract/venue.js'
import { createSchemaMismatch, expectSomewhere } from '../../venue-kit/payload/payload.js'
import { toSourceMetadata } from '../../venue-kit/payload/raw-fields.js'
import {
  complementPrice,
  type OutcomeDraft,
  omitUndefined,
  roundPrice,
  toUnifiedMarket,
} from '../../venue-kit/unify/unified-market.js'
import { packOptionId, packPoolId, pageOf } from './ids.js'
import { readMarketSettlement } from './native/market-settlement.js'
import { states } from './native/states.js'
import { dollarsOf } from './native/volume.js'
import { promoted } from './promoted.js'
import type { NativeOption, NativePool } from './schemas.js'

/** An option with its number. */
interface NumberedOption extends NativeOption {
  readonly choice: number
}

/**
 * Returns the options by their numbers. If no option has a number, they are counted from 0 in their order, as in the venue's SDK.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) for fewer than two options, and where numbers are missing or repeated
 */
export function optionsOf({ options }: NativePool, what: string): readonly NumberedOption[] {
  if (options.length < 2)
    throw createSchemaMismatch(what, 'options', `expected two options or more, got ${options.length}`)
  const isNumbered = options.some(({ choiceIndex }) => choiceIndex !== undefined)
  const numbered = options.map((option, index) => ({
    ...option,
    choice: (isNumbered ? option.choiceIndex : index) ?? -1,
  }))
  const numbers = new Set(numbered.map(({ choice }) => choice))
  if (numbers.has(-1))
    throw createSchemaMismatch(what, 'options[*].choiceIndex', 'some options have a number and some do not')
  if (numbers.size < options.length)
    throw createSchemaMismatch(what, 'options[*].choiceIndex', 'two options have the same number')
  return numbered.sort((a, b) => a.choice - b.choice)
}

/** Whether a pool has one market for each option. */
export function hasCandidates({ options }: NativePool): boolean {
  return options.length > 2
}

/** Returns the markets of a pool: either one market with its two options, or one yes-or-no market for each option. */
export function toMarketRows(pool: NativePool, what: string): readonly MarketRow[] {
  const options = optionsOf(pool, what)
  const prices = pricesOf(options)
  return hasCandidates(pool)
    ? options.map((option) => toCandidateRow(pool, option, prices.get(option.choice)))
    : [toPairRow(pool, options, prices)]
}

function toPairRow(pool: NativePool, options: readonly NumberedOption[], prices: Prices): MarketRow {
  return toRow(pool, {
    marketId: packPoolId(pool.id),
    title: pool.question,
    outcomes: options.map((option) => toOutcome(pool, option, prices.get(option.choice))),
    volume: dollarsOf(pool),
    image: pool.poolImage,
    metadata: toSourceMetadata(pool, promoted.market, metadataOf(pool)),
  })
}

function toCandidateRow(pool: NativePool, option: NumberedOption, price: number | undefined): MarketRow {
  const name = option.optionName.trim()
  const { choice } = option
  const no: OutcomeDraft = {
    outcomeId: packOptionId(pool.id, { choice, isNegative: true }),
    label: `Not ${name}`,
    price: price === undefined ? undefined : complementPrice(price),
    metadata: { derived: true },
  }
  return toRow(pool, {
    marketId: packOptionId(pool.id, { choice, isNegative: false }),
    title: `${pool.question} - ${name}`,
    outcomes: [toOutcome(pool, option, price), no],
    yesIndex: 0,
    candidate: name,
    // The venue reports only the volume of the pool, which its event has.
    image: option.optionImage ?? pool.poolImage,
    metadata: toSourceMetadata(pool, promoted.market, {
      ...metadataOf(pool),
      poolId: pool.id,
      choiceIndex: choice,
    }),
  })
}

/** Converts a pool to its event. */
export function toEventRow(pool: NativePool, what: string): EventRow {
  return omitUndefined<EventRow>({
    status: states[pool.status],
    startsAt: pool.createdAt,
    markets: toMarketRows(pool, what),
    event: omitUndefined<EventRow['event']>({
      id: packPoolId(pool.id),
      title: pool.question,
      description: descriptionOf(pool),
      // The venue has none: upstream uses the id.
      slug: pool.id,
      url: pageOf(pool.id),
      volume: dollarsOf(pool),
      image: pool.poolImage,
      category: pool.tags?.[0],
      tags: pool.tags === undefined ? undefined : [...pool.tags],
      sourceExchange: 'rain',
      sourceMetadata: toSourceMetadata(pool, promoted.market, metadataOf(pool)),
    }),
  })
}

type Particulars = Pick<
  Parameters<typeof toUnifiedMarket>[1],
  'marketId' | 'title' | 'outcomes' | 'yesIndex' | 'candidate' | 'volume' | 'image' | 'metadata'
>

function toRow(pool: NativePool, particulars: Particulars): MarketRow {
  return omitUndefined<MarketRow>({
    status: states[pool.status],
    startsAt: pool.createdAt,
    market: toUnifiedMarket('rain', {
      ...particulars,
      eventId: packPoolId(pool.id),
      description: descriptionOf(pool),
      resolvesAt: pool.endDate,
      url: pageOf(pool.id),
      category: pool.tags?.[0],
      tags: pool.tags,
      nativeStatus: pool.status,
      contractAddress: pool.contractAddress,
      settlement: readMarketSettlement(pool),
    }),
  })
}

function toOutcome(pool: NativePool, option: NumberedOption, price: number | undefined): OutcomeDraft {
  const { choice } = option
  return {
    outcomeId: packOptionId(pool.id, { choice, isNegative: false }),
    label: option.optionName.trim(),
    price,
    metadata: omitUndefined<Record<string, unknown>>({
      choiceIndex: option.choiceIndex,
      image: option.optionImage,
      priceSource: price === undefined ? undefined : 'percentage',
    }),
  }
}

type Prices = ReadonlyMap<number, number>

/** The percentages of a pool add up to 100. Rounded percentages of many options deviate by less than this. */
const MAX_OFF = 15

/**
 * Returns the prices of the options, which are shares of one pool. If all are present but do not add up, they are not shares (all
 * are 0 before the first count, or they use another scale). No price is then known.
 */
function pricesOf(options: readonly NumberedOption[]): Prices {
  const told = options.flatMap(({ choice, percentage }) =>
    percentage === undefined ? [] : [[choice, percentage] as const],
  )
  const sum = told.reduce((total, [, percentage]) => total + percentage, 0)
  if (told.length === options.length && Math.abs(sum - 100) > MAX_OFF) return new Map()
  return new Map(told.map(([choice, percentage]) => [choice, roundPrice(percentage / 100)]))
}

function descriptionOf({ poolDescription, description }: NativePool): string {
  return poolDescription ?? description ?? ''
}

function metadataOf(pool: NativePool): Record<string, unknown> {
  const { winnerOption } = pool
  return omitUndefined<Record<string, unknown>>({
    status: pool.status,
    createdAt: pool.createdAt === undefined ? undefined : toIso(pool.createdAt),
    resolutionDateNote:
      pool.endDate === undefined ? undefined : 'the end of the betting, after which it resolves',
    volumeUnit: dollarsOf(pool) === undefined ? undefined : 'usd',
    token: pool.token && omitUndefined<Record<string, unknown>>({ ...pool.token }),
    participants: pool.participantCount,
    isPrivate: pool.isPrivate,
    isAiResolver: pool.isAiResolver,
    isDisputed: pool.isDisputed,
    isAppealed: pool.isAppealed,
    creator: pool.poolOwnerWalletAddress,
    // In the venue's words: it is unknown whether its option numbers are the same (README.md).
    winnerOption: winnerOption && omitUndefined<Record<string, unknown>>({ ...winnerOption }),
  })
}

/**
 * Checks a page of pools for members that a single pool may lack, but a page of open pools never lacks.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when the venue seems to have renamed one
 */
export function assertPage(pools: readonly NativePool[], what: string): void {
  const at = 'data.pools'
  const open = pools.filter(({ status }) => states[status] === 'active')
  expectSomewhere(open, ['createdAt', 'endDate', 'contractAddress'], what, at)
  if (open.every(({ totalVolume }) => totalVolume === undefined))
    expectSomewhere(open, ['totalVolumeUSD'], what, at)
  expectSomewhere(
    open.flatMap(({ options }) => options),
    ['percentage'],
    what,
    `${at}[*].options`,
  )
}
