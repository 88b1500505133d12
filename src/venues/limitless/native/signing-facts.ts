import { PmxError } from '../../../api/envelope/errors.js'
import { type Address, parseAddress } from '../../../signing/address.js'
import { defineMemoKey } from '../../../venue-kit/contract/memo.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { createWordTable } from '../../../venue-kit/payload/native-enums.js'
import { createSchemaMismatch } from '../../../venue-kit/payload/payload.js'
import { findNative } from '../lookup.js'
import type { NativeMarket } from '../schemas.js'
import { isOpen } from './tokens.js'

/** How a market charges the fee of takers. Source: readme and types of PyPI limitless-sdk 1.3.0, "Collateral Fee Venues". */
export type FeeTerms =
  /** Deducted from the received amount, at most at the rate of the profile's rank, which the order names. */
  | {
      readonly kind: 'rank'
      /** The market is marked as free of fees (`metadata.fee` is false). */
      readonly isFree: boolean
    }
  /** In USDC on top of the order, through a contract with the owner's approval for USDC. The order names the rate 0. */
  | { readonly kind: 'collateral'; readonly module: Address | undefined }

/** Facts that signing an order of a market requires. */
export interface SigningFacts {
  /** The contract that verifies signatures of this market's orders. */
  readonly exchange: Address
  readonly fee: FeeTerms
}

const factsOfMarket = defineMemoKey<SigningFacts>('limitless signing facts of market', 24 * 3_600_000)
const WHAT = 'GET /markets/{addressOrSlug}'

/** Reads the current market; its facts for signing orders are cached. */
export async function readMarket(slug: string, ctx: VenueContext): Promise<NativeMarket> {
  const native = await findNative({ kind: 'slug', slug }, ctx)
  if (native === undefined) throw new PmxError('MARKET_NOT_FOUND', `Market not found: ${slug}`)
  if (isOpen(native)) ctx.memo.set(factsOfMarket, slug, signingFactsOf(native))
  return native
}

export async function findSigningFacts(slug: string, ctx: VenueContext): Promise<SigningFacts> {
  return ctx.memo.get(factsOfMarket, slug) ?? signingFactsOf(await readMarket(slug, ctx))
}

/** Removes cached facts after the venue refused an order signed with them: the next one reads them again. */
export function forgetSigningFacts(slug: string, ctx: VenueContext): void {
  ctx.memo.delete(factsOfMarket, slug)
}

/** @throws EXCHANGE_NOT_AVAILABLE (drift) for a market without an exchange; NOT_SUPPORTED for a fee module of an unknown type */
function signingFactsOf(native: NativeMarket): SigningFacts {
  const exchange = parseAddress(native.venue?.exchange ?? '')
  if (exchange === undefined)
    throw createSchemaMismatch(
      WHAT,
      'venue.exchange',
      `${native.slug} does not name the exchange contract that orders are signed for`,
    )
  return { exchange, fee: feeTermsOf(native) }
}

const isCollateral = createWordTable('limitless', 'venue.feeModuleType', { COLLATERAL: true })

function feeTermsOf({ slug, venue, metadata }: NativeMarket): FeeTerms {
  const { feeModule, feeModuleType: type } = venue ?? {}
  if (type !== undefined && isCollateral(type) === true)
    return { kind: 'collateral', module: parseAddress(feeModule ?? '') }
  if (type === undefined && feeModule === undefined) return { kind: 'rank', isFree: metadata?.fee === false }
  const which = type === undefined ? 'no type' : `the type '${type}'`
  throw new PmxError(
    'NOT_SUPPORTED',
    `Orders for '${slug}' cannot be signed, because its fee module has ${which}, which this version does not support.`,
    {
      exchange: 'limitless',
      detail: {
        kind: 'unknown_word',
        path: 'venue.feeModuleType',
        word: type ?? null,
        known: ['COLLATERAL'],
      },
    },
  )
}
