import { PmxError } from '../../api/envelope/errors.js'
import { venueNames } from '../../api/envelope/venue-ids.js'
import type { LocatedNow, LocateOutcome, LocateTerms } from '../../candles/fetch/series-locator.js'
import { closeSeenAt, tradingPeriodExpiresAt } from '../../candles/series/trading-period.js'
import { CLOCK_TOLERANCE_MS, type Clock } from '../../effects/clock.js'
import { noClient } from '../../policy/fair-queue.js'
import { createJoinedCalls } from '../../transport/joined-calls.js'
import type { Transport } from '../../transport/transport.js'
import { defineMemoKey, type Memo } from '../../venue-kit/contract/memo.js'
import type { Located, RequestedOutcome, ResolvedName } from '../../venue-kit/contract/outcome.js'
import type { OutcomeSource, Venue, VenueContext } from '../../venue-kit/contract/venue.js'
import { cacheScopeOf } from '../request/api-call.js'
import { type Contexts, type JoinedItem, REQUEST_ALLOWED_MS, runJoined } from '../request/request-context.js'

/** How long one is kept; how long it is believed is told by its own life. */
const KEPT_MS = 7 * 24 * 3_600_000

interface Remembered extends LocatedNow {
  /** By our clock, epoch ms: the venue's own may be far from it, and memory is about time that passes here. */
  readonly learnedAt: number
  /** See `CandleSeries`. */
  readonly closingToldAt?: number
}

const locatedOutcome = defineMemoKey<Remembered>('located outcome', KEPT_MS)

/** Outcomes named in an error; its details hold as many. */
const MAX_NAMED = 20
/** Characters of a stranger's id that an error repeats. */
const MAX_REPEATED = 100

/** What a venue says that an id names, and its own time in the answer, epoch ms, where it tells. */
interface ToldOutcome {
  readonly sought: ResolvedName<unknown> | undefined
  readonly toldAt?: number | undefined
}

/** Asks a venue what an id names; joined with others only where it is told for whom. */
export type SeekOutcome = (
  venue: Venue,
  id: string,
  ctx: VenueContext,
  terms?: LocateTerms,
) => Promise<ToldOutcome>

/** Each id by a lookup of its own. */
const seekAlone: SeekOutcome = async (venue, id, ctx) => {
  const sought = await sourceOf(venue).locate(id, ctx)
  return { sought, toldAt: ctx.http.toldAt }
}

/**
 * Finds outcomes, remembered for as long as what is known of their listing and closing may be believed; over a memo that
 * is `renewed` as the venue tells it now.
 * @returns what throws NOT_FOUND for what no outcome has as its id, naming the outcomes of a market; and what stands in
 * the way to the venue
 */
export function createLocate(seek: SeekOutcome): LocateOutcome {
  return async (venue, id, ctx, terms) => {
    const asked = id.trim()
    const known = ctx.memo.get(locatedOutcome, asked)
    if (known !== undefined && isBelieved(known, ctx.clock.now())) return known
    const { sought, toldAt } = await seek(venue, asked, ctx, terms)
    if (sought?.kind !== 'outcome') {
      ctx.memo.delete(locatedOutcome, asked)
      throw notAnOutcome(venue, asked, sought)
    }
    const learnedAt = ctx.clock.now()
    const times = { learnedAt, checkedAt: Math.min(learnedAt, toldAt ?? learnedAt) }
    const toldOf = (located: Located<unknown>): Remembered => {
      const before = ctx.memo.get(locatedOutcome, located.outcomeId)
      const closing = closeSeenAt(before && lifeIn(before), located, times.checkedAt)
      return { located, ...closing, ...times }
    }
    const found = toldOf(sought.outcome)
    for (const located of sought.others ?? []) keep(located.outcomeId, toldOf(located), ctx)
    keep(sought.outcome.outcomeId, found, ctx)
    if (asked !== sought.outcome.outcomeId) keep(asked, found, ctx)
    return found
  }
}

/** Finds each by a lookup of its own. */
export const locateOutcome = createLocate(seekAlone)

/** The outcome of an id, for sources that may do with the id alone; looked up once, however often it is asked for. */
export function resolveOutcome(venue: Venue, id: string, ctx: VenueContext): RequestedOutcome {
  let looking: Promise<Located<unknown>> | undefined
  return {
    id: id.trim(),
    located() {
      looking ??= locateOutcome(venue, id, ctx).then(({ located }) => located)
      return looking
    },
  }
}

function keep(id: string, found: Remembered, ctx: VenueContext): void {
  ctx.memo.set(locatedOutcome, id, found)
}

/** What was learned at a time that still lies ahead came of a clock that has been set back since. */
function isBelieved(remembered: Remembered, now: number): boolean {
  const { checkedAt, learnedAt } = remembered
  const lastsMs = tradingPeriodExpiresAt({ series: lifeIn(remembered), checkedAt }) - checkedAt
  return learnedAt <= now + CLOCK_TOLERANCE_MS && now - learnedAt < lastsMs
}

function lifeIn({ located, closingToldAt: toldAt }: Remembered) {
  return { ...located, ...(toldAt === undefined ? {} : { closingToldAt: toldAt }) }
}

function sourceOf({ id, outcomes }: Venue): OutcomeSource {
  if (outcomes !== undefined) return outcomes
  throw new PmxError('NOT_SUPPORTED', `${id} offers nothing that is asked for by outcome.`, { exchange: id })
}

function notAnOutcome(venue: Venue, id: string, sought: ResolvedName<unknown> | undefined): PmxError {
  const name = venueNames[venue.id]
  const asked = `'${id.slice(0, MAX_REPEATED)}'`
  const hint = sourceOf(venue).hint(id)
  if (sought?.kind !== 'market') {
    return new PmxError('NOT_FOUND', `${name} has no outcome ${asked}. ${hint}`, {
      detail: { kind: 'unknown_outcome' },
    })
  }
  const { marketId, outcomes, note } = sought
  const named = outcomes.slice(0, MAX_NAMED)
  const names = named.map(({ outcomeId, label }) =>
    label === undefined ? outcomeId : `${outcomeId} (${label})`,
  )
  const more = outcomes.length - named.length
  const which =
    outcomes.length === 0
      ? `It has no outcomes yet. ${hint}`
      : `Its outcome ids are ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
  return new PmxError(
    'NOT_FOUND',
    `${asked} is a ${name} market, not an outcome. ${which}${note === undefined ? '' : ` ${note}`}`,
    {
      detail: { kind: 'market_not_outcome', marketId, outcomeIds: named.map(({ outcomeId }) => outcomeId) },
    },
  )
}

interface AskedId extends JoinedItem {
  readonly source: OutcomeSource
  readonly id: string
  /** What he believes who asks; what several ask for together believes nothing. */
  readonly memo: Memo
}

/**
 * Ids that are looked up one by one, in one call where the venue has one for many and there are several by the time at
 * which its limits allow a call; one that is alone then, and what such a call does not find, is looked up as ever.
 */
export function createJoinedSeek(
  contexts: Contexts,
  clock: Clock,
  reserve: Transport['reserve'],
): SeekOutcome {
  const calls = createJoinedCalls<AskedId, ToldOutcome>({
    clock,
    reserve,
    allowedMs: REQUEST_ALLOWED_MS,
    kindOf: (item) => cacheScopeOf(item.venue, item),
    // Who wants to know what the venue says now does not join one who takes what is remembered.
    keyOf: ({ id, memo }) => `${memo.isRenewed === true ? 'now' : 'remembered'} ${id}`,
    fits: (chosen, { source, id }) => source.fitACall?.([...chosen.map((asked) => asked.id), id]) === true,
    one: (asked, permit, shared) =>
      runJoined(contexts, asked, permit, shared, (ctx) =>
        seekAlone(asked.venue, asked.id, { ...ctx, memo: asked.memo }),
      ),
    async many(items, permit, shared) {
      const [first] = items
      if (first === undefined) return new Map()
      const ids = [...new Set(items.map(({ id }) => id))]
      return runJoined(contexts, first, permit, shared, async (ctx) => {
        const found = await first.source.locateMany?.(ids, ctx)
        const { toldAt } = ctx.http
        return new Map(
          items.flatMap((item) => {
            const sought = found?.get(item.id)
            return sought === undefined ? [] : [[item, { sought, toldAt }] as const]
          }),
        )
      })
    },
  })

  return (venue, id, ctx, terms) => {
    const source = venue.outcomes
    const place = source?.manyAt
    const mayJoin = terms !== undefined && source?.fitACall?.([id]) === true
    if (source === undefined || place === undefined || !mayJoin) return seekAlone(venue, id, ctx)
    const { secrets, signal, memo } = ctx
    const { priority, caller = noClient, onSent } = terms
    return calls.load(
      { venue, source, place, id, memo, secrets, onSent },
      { signal, urgency: priority, caller },
    )
  }
}
