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

/** How long an outcome is stored. How long it is used depends on its trading period. */
const KEPT_MS = 7 * 24 * 3_600_000

interface Remembered extends LocatedNow {
  /** Time by the local clock, epoch ms, because the venue's clock may be far off. */
  readonly learnedAt: number
  /** See `CandleSeries`. */
  readonly closingToldAt?: number
}

const locatedOutcome = defineMemoKey<Remembered>('located outcome', KEPT_MS)

/** Maximum number of outcomes named in an error, and in its details. */
const MAX_NAMED = 20
/** Maximum number of characters of an unknown id that an error repeats. */
const MAX_REPEATED = 100

/** The object that an id names at the venue, and the venue's own time of the response, epoch ms, if it has one. */
interface ToldOutcome {
  readonly sought: ResolvedName<unknown> | undefined
  readonly venueTime?: number | undefined
}

/** Looks up the object that an id names at a venue. The lookup is combined with others only if the terms name the caller. */
export type SeekOutcome = (
  venue: Venue,
  id: string,
  ctx: VenueContext,
  terms?: LocateTerms,
) => Promise<ToldOutcome>

/** Looks up each id by a separate call. */
const seekAlone: SeekOutcome = async (venue, id, ctx) => {
  const sought = await sourceOf(venue).locate(id, ctx)
  return { sought, venueTime: ctx.http.venueTime }
}

/**
 * Creates a lookup of outcomes. It caches an outcome for as long as its known listing and closing times allow. Over a
 * memo that is `renewed` it returns the venue's current data.
 * @returns a function that throws NOT_FOUND for an id that is not an outcome, with the outcomes if it is a market. It
 * also throws the failure to reach the venue.
 */
export function createLocate(seek: SeekOutcome): LocateOutcome {
  return async (venue, id, ctx, terms) => {
    const asked = id.trim()
    const known = ctx.memo.get(locatedOutcome, asked)
    if (known !== undefined && isBelieved(known, ctx.clock.now())) return known
    const { sought, venueTime } = await seek(venue, asked, ctx, terms)
    if (sought?.kind !== 'outcome') {
      ctx.memo.delete(locatedOutcome, asked)
      throw notAnOutcome(venue, asked, sought)
    }
    const learnedAt = ctx.clock.now()
    const times = { learnedAt, checkedAt: Math.min(learnedAt, venueTime ?? learnedAt) }
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

/** Finds each outcome by a separate lookup. */
export const locateOutcome = createLocate(seekAlone)

/**
 * Returns the outcome of an id, for sources that may work with the id alone. It is looked up once, however often it is
 * requested.
 */
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

/** A time in the future means that the local clock has been set back since; such an entry is not used. */
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
  throw new PmxError('NOT_SUPPORTED', `${id} has no methods that take an outcome id.`, { exchange: id })
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
  const { outcomeIds, sentence } = describeOutcomes(outcomes)
  const which = outcomes.length === 0 ? `It has no outcomes yet. ${hint}` : sentence
  return new PmxError(
    'NOT_FOUND',
    `${asked} is a ${name} market, not an outcome. ${which}${note === undefined ? '' : ` ${note}`}`,
    {
      detail: { kind: 'market_not_outcome', marketId, outcomeIds },
    },
  )
}

/** Renders the outcomes of a market or event for an error: the first few, and the number of others. */
export function describeOutcomes(
  outcomes: readonly { readonly outcomeId: string; readonly label?: string | undefined }[],
): { readonly outcomeIds: readonly string[]; readonly sentence: string } {
  const named = outcomes.slice(0, MAX_NAMED)
  const names = named.map(({ outcomeId, label }) =>
    label === undefined ? outcomeId : `${outcomeId} (${label})`,
  )
  const more = outcomes.length - named.length
  return {
    outcomeIds: named.map(({ outcomeId }) => outcomeId),
    sentence: `Its outcome ids are ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
  }
}

interface AskedId extends JoinedItem {
  readonly source: OutcomeSource
  readonly id: string
  /** The remembered facts that the caller accepts. A combined call uses none. */
  readonly memo: Memo
}

/**
 * Combines single id lookups into one call, if the venue has a call for many. It combines the ids that are waiting when the rate
 * limit allows a call. A single id, or an id that the combined call does not find, is looked up alone.
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
    // A caller that wants the venue's current data does not join one that accepts remembered data.
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
        const { venueTime } = ctx.http
        return new Map(
          items.flatMap((item) => {
            const sought = found?.get(item.id)
            return sought === undefined ? [] : [[item, { sought, venueTime }] as const]
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
