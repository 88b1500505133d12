import { PmxError } from '../../api/errors.js'
import { memoKey } from '../../venue-kit/memo.js'
import { drift } from '../../venue-kit/payload.js'
import type { VenueContext } from '../../venue-kit/venue.js'
import { readOutcomeId } from './ids.js'
import { findNative } from './lookup.js'
import { statusOf } from './markets.js'
import { rememberedSlug } from './remembered.js'
import { isPooled, type Side, type Tokens, tokensOf } from './tokens.js'
import type { NativeMarket } from './wire.js'

/** What books, trades and candles need to know about a market of the order book. */
export interface MarketFacts {
  readonly slug: string
  readonly tokens: Tokens
  /** Decimals of the collateral, in whose base units contracts are counted. */
  readonly decimals: number
  /** Epoch ms; nothing was traded before. */
  readonly listedAt?: number
  /** Epoch ms; nothing is traded afterwards. Absent while it trades, and when it was decided before its deadline. */
  readonly closedAt?: number
}

/** A side of a market. */
export interface OutcomeFacts extends MarketFacts {
  readonly side: Side
  readonly outcomeId: string
}

/** While a market is open its early end may be learned this late. */
const ofOpenMarket = memoKey<MarketFacts>('limitless open market', 5 * 60_000)
const ofClosedMarket = memoKey<MarketFacts>('limitless closed market', 24 * 3_600_000)

/** Candidates named in an error. */
const MAX_CANDIDATES = 20

/**
 * The facts about an outcome. A slug stands for the YES side of its market, as upstream.
 * @throws VALIDATION_ERROR field `id` for an empty id; BAD_REQUEST with candidates for the slug of a group; NOT_FOUND
 * when no market has the outcome; NOT_SUPPORTED for a pooled market, which has no book, and trades in a social feed only
 */
export async function outcomeFacts(outcomeId: string, ctx: VenueContext): Promise<OutcomeFacts> {
  const id = readOutcomeId(outcomeId)
  const slug =
    id.kind === 'slug' ? id.slug : id.kind === 'token' ? rememberedSlug(id.tokenId, ctx) : undefined
  const remembered =
    slug === undefined ? undefined : (ctx.memo.get(ofClosedMarket, slug) ?? ctx.memo.get(ofOpenMarket, slug))
  const facts = remembered ?? (await readFacts(outcomeId, ctx))
  const side = id.kind === 'token' && id.tokenId === facts.tokens.no ? 'no' : 'yes'
  return { ...facts, side, outcomeId: facts.tokens[side] }
}

async function readFacts(outcomeId: string, ctx: VenueContext): Promise<MarketFacts> {
  const id = readOutcomeId(outcomeId)
  const native = await findNative(id, ctx)
  if (native === undefined) throw noSuchOutcome(outcomeId, id.kind === 'token')
  if (native.markets !== undefined) throw isGroup(native)
  if (isPooled(native)) throw isPool(native)
  const tokens = tokensOf(native, 'the outcome lookup')
  if (tokens === undefined) throw noSuchOutcome(outcomeId, false)
  if (native.collateralToken === undefined)
    throw drift(
      'the outcome lookup',
      'collateralToken',
      'a market does not tell what its contracts are counted in',
    )
  const closedAt = closeOf(native, ctx.clock.now())
  const facts: MarketFacts = {
    slug: native.slug,
    tokens,
    decimals: native.collateralToken.decimals,
    ...(native.createdAt === undefined ? {} : { listedAt: native.createdAt }),
    ...(closedAt === undefined ? {} : { closedAt }),
  }
  ctx.memo.set(closedAt === undefined ? ofOpenMarket : ofClosedMarket, native.slug, facts)
  return facts
}

/** A child that is decided early keeps the deadline of its group, so only a deadline that has passed is an end. */
function closeOf(native: NativeMarket, now: number): number | undefined {
  const { expirationTimestamp: deadline } = native
  return statusOf(native) === 'closed' && deadline !== undefined && deadline <= now ? deadline : undefined
}

function noSuchOutcome(outcomeId: string, isToken: boolean): PmxError {
  const hint = isToken
    ? ' It finds markets by slug only: tokens are known of open markets and of those that were looked at here before. Look the market up by its slug once, then ask again.'
    : " An outcome id is the long decimal token id of one of a market's outcomes."
  return new PmxError('NOT_FOUND', `Limitless shows no outcome '${outcomeId.slice(0, 100)}'.${hint}`, {
    detail: { kind: isToken ? 'token_not_listed' : 'unknown_outcome' },
  })
}

function isGroup({ slug, markets = [] }: NativeMarket): PmxError {
  const candidates = markets.flatMap(({ tokens }) => (tokens === undefined ? [] : [tokens.yes, tokens.no]))
  return new PmxError(
    'BAD_REQUEST',
    `'${slug}' is a group of ${markets.length} markets, not an outcome; take the outcomeId of one of their outcomes.`,
    { detail: { kind: 'ambiguous', candidates: candidates.slice(0, MAX_CANDIDATES) } },
  )
}

function isPool({ slug }: NativeMarket): PmxError {
  return new PmxError(
    'NOT_SUPPORTED',
    `'${slug}' trades against a pool: it has no book, and Limitless tells its trades in the social feed of the ` +
      `market only (GET /markets/${slug}/get-feed-events), whose trades have no ids and are not read.`,
    { detail: { kind: 'pooled_market' } },
  )
}
