import { DAY_MS } from '../../api/times/resolution.js'
import type { Located, ResolvedName } from '../../venue-kit/contract/outcome.js'
import type { OutcomeSource } from '../../venue-kit/contract/venue.js'
import { createSchemaMismatch } from '../../venue-kit/payload/payload.js'
import { type OptionPosition, packOptionId, packPoolId, readId } from './ids.js'
import { findPool } from './lookup.js'
import { hasCandidates, optionsOf, toMarketRows } from './mapping.js'
import type { FillSource } from './native/fills.js'
import { decimalsOf } from './native/volume.js'
import type { NativePool } from './schemas.js'

/** The data of an outcome. */
export interface Facts extends FillSource {
  readonly pool: string
  readonly place: OptionPosition
}

const WHAT = 'GET /pools/pool/{id}'

/** Finds outcomes through the pool in their id. */
export const outcomeSource: OutcomeSource<Facts> = {
  hint: () => "An outcome id is rain:<pool>:<option>, found as outcomeId in a market's outcomes.",

  async locate(text, ctx) {
    const native = readId(text)
    const pool = await findPool(native, ctx)
    if (pool === undefined || native.kind === 'none') return undefined
    if (native.kind === 'pool') return marketIn(pool)
    const all = toLocated(pool)
    const asked = packOptionId(pool.id, native.place)
    const outcome = all.find(({ outcomeId }) => outcomeId === asked)
    return outcome && { kind: 'outcome', outcome, others: all.filter((other) => other !== outcome) }
  },
}

/** The row of a pool may be created after its contract, as far as is known within minutes. */
const WRITTEN_WITHIN_MS = DAY_MS

/**
 * Returns the outcomes of a pool. An option has the same number in the contract as in the venue's rows, as in the SDK
 * (README.md).
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when the contract is missing, or the venue has not numbered the options
 */
function toLocated(pool: NativePool): readonly Located<Facts>[] {
  const { createdAt, contractAddress } = pool
  if (contractAddress === undefined)
    throw createSchemaMismatch(WHAT, 'contractAddress', 'is missing: its trades cannot be found')
  const common = { pool: pool.id, contract: contractAddress.toLowerCase(), decimals: decimalsOf(pool) }
  const sides = hasCandidates(pool) ? [false, true] : [false]
  return optionsOf(pool, WHAT).flatMap(({ choice, choiceIndex: option }) => {
    if (option === undefined)
      throw createSchemaMismatch(
        WHAT,
        'options[*].choiceIndex',
        'is missing: trades of an option cannot be found',
      )
    return sides.map((isNegative): Located<Facts> => {
      const place = { choice, isNegative }
      return {
        outcomeId: packOptionId(pool.id, place),
        ...(createdAt === undefined ? {} : { listedAt: createdAt - WRITTEN_WITHIN_MS }),
        facts: { ...common, option, place },
      }
    })
  })
}

function marketIn(pool: NativePool): ResolvedName<Facts> {
  const outcomes = toMarketRows(pool, WHAT).flatMap(({ market }) =>
    market.outcomes.map(({ outcomeId, label }) => ({ outcomeId, label })),
  )
  return { kind: 'market', marketId: packPoolId(pool.id), outcomes }
}
