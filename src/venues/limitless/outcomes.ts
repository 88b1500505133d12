import { PmxError } from '../../api/envelope/errors.js'
import type { Located, ResolvedName } from '../../venue-kit/contract/outcome.js'
import type { OutcomeSource } from '../../venue-kit/contract/venue.js'
import { createSchemaMismatch } from '../../venue-kit/payload/payload.js'
import { readId, readOutcomeId } from './ids.js'
import { findNative } from './lookup.js'
import { statusOf } from './mapping.js'
import { isPooled, type Side, type Tokens, tokensOf } from './native/tokens.js'
import type { NativeMarket } from './schemas.js'

const WHAT = 'the outcome lookup'

/** Facts about a market of the order book that fills and candles need. */
export interface MarketFacts {
  readonly slug: string
  readonly tokens: Tokens
  /** Decimals of the collateral, in whose base units contracts are counted. */
  readonly decimals: number
}

/** A side of a market. */
export interface OutcomeFacts extends MarketFacts {
  readonly side: Side
}

/** Finds outcomes. A slug stands for the YES side of its market, as in upstream. */
export const outcomeSource: OutcomeSource<OutcomeFacts> = {
  hint: (id) =>
    readId(id).kind === 'token'
      ? 'The venue finds markets only by slug. Tokens are known for open markets, and for markets that were looked up here ' +
        'before. Look up the market by its slug once, then retry.'
      : "An outcome id is the long decimal token id of one of a market's outcomes.",

  /**
   * @throws VALIDATION_ERROR field `id` for an empty id; NOT_SUPPORTED for a pooled market, which has no book, and trades in a
   * social feed only
   */
  async locate(text, ctx) {
    const id = readOutcomeId(text)
    const native = await findNative(id, ctx)
    if (native === undefined) return undefined
    if (native.markets === undefined && isPooled(native)) throw isPool(native)
    const tokens = native.markets === undefined ? tokensOf(native, WHAT) : undefined
    if (tokens === undefined) return marketIn(native)
    const side = id.kind === 'token' && id.tokenId === tokens.no ? 'no' : 'yes'
    const sideIn = (one: Side) => toLocated(native, tokens, one, ctx.clock.now())
    return { kind: 'outcome', outcome: sideIn(side), others: [sideIn(side === 'yes' ? 'no' : 'yes')] }
  },
}

function toLocated(native: NativeMarket, tokens: Tokens, side: Side, now: number): Located<OutcomeFacts> {
  const { slug, collateralToken, createdAt } = native
  if (collateralToken === undefined)
    throw createSchemaMismatch(WHAT, 'collateralToken', 'the venue does not return the unit of the contracts')
  const closedAt = closeOf(native, now)
  return {
    outcomeId: tokens[side],
    ...(createdAt === undefined ? {} : { listedAt: createdAt }),
    ...(closedAt === undefined ? {} : { closedAt }),
    facts: { slug, tokens, decimals: collateralToken.decimals, side },
  }
}

/** Returns the close. A child that is decided early has the deadline of its group, so only a past deadline is an end. */
function closeOf(native: NativeMarket, now: number): number | undefined {
  const { expirationTimestamp: deadline } = native
  return statusOf(native) === 'closed' && deadline !== undefined && deadline <= now ? deadline : undefined
}

/** Returns a group with the outcomes of its markets, or a market that has none yet. */
function marketIn({ slug, markets = [] }: NativeMarket): ResolvedName<OutcomeFacts> {
  const outcomes = markets.flatMap(({ title, tokens }) =>
    tokens === undefined
      ? []
      : [
          { outcomeId: tokens.yes, label: title },
          { outcomeId: tokens.no, label: `Not ${title}` },
        ],
  )
  return { kind: 'market', marketId: slug, outcomes }
}

function isPool({ slug }: NativeMarket): PmxError {
  return new PmxError(
    'NOT_SUPPORTED',
    `'${slug}' trades against a pool, so it has no order book. Limitless returns its trades only in the social feed of the ` +
      `market (GET /markets/${slug}/get-feed-events), without ids, and pmx-local does not read them.`,
    { detail: { kind: 'pooled_market' } },
  )
}
