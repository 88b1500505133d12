import { PmxError } from '../../api/envelope/errors.js'
import type { Located, ResolvedName } from '../../venue-kit/contract/outcome.js'
import type { OutcomeSource } from '../../venue-kit/contract/venue.js'
import { packOutcomeId, readId, type SideRef } from './ids.js'
import { findOutcomeSpec } from './native/catalog.js'

/** Facts about a side. */
export interface Facts {
  readonly ref: SideRef
  readonly isSettled: boolean
}

/** Finds outcomes. An outcome here is a side; the venue's data about one side applies to all of them. */
export const outcomeSource: OutcomeSource<Facts> = {
  hint: () =>
    "An outcome id is the number of a side's asset, 100000000 or higher, found as outcomeId in a market's outcomes.",

  async locate(id, ctx): Promise<ResolvedName<Facts> | undefined> {
    const ref = sideIn(id)
    const found = ref && (await findOutcomeSpec(ref.outcome, ctx))
    if (ref === undefined || found === undefined) return undefined
    const isSettled = found.kind === 'settled'
    const { sideSpecs } = isSettled ? found.settled.spec : found.outcome
    if (sideSpecs[ref.side] === undefined) return undefined
    const toLocated = (side: number): Located<Facts> => ({
      outcomeId: packOutcomeId({ ...ref, side }),
      // The venue reports neither the listing nor the settlement time; nothing trades after the settlement. Candles contain more
      // about its end (candles.ts).
      ...(isSettled ? { closedAt: ctx.clock.now(), isSettled: true } : {}),
      facts: { ref: { ...ref, side }, isSettled },
    })
    const others = sideSpecs.flatMap((_spec, side) => (side === ref.side ? [] : [toLocated(side)]))
    return { kind: 'outcome', outcome: toLocated(ref.side), others }
  },
}

/**
 * Returns the side of an outcome id by its form, or undefined for an invalid one. A market id means its first side
 * (api/README.md, "Outcome ids").
 * @throws BAD_REQUEST naming the candidates for a bare number
 */
export function sideIn(outcomeId: string): SideRef | undefined {
  const native = readId(outcomeId)
  switch (native.kind) {
    case 'side':
      return native.ref
    case 'market':
    case 'page':
      return { outcome: native.outcome, side: 0 }
    case 'number':
      throw ambiguous(outcomeId, native.number)
    default:
      return undefined
  }
}

function ambiguous(outcomeId: string, number: number): PmxError {
  const readings = [
    { outcome: number, side: 0 },
    { outcome: number, side: 1 },
    { outcome: Math.floor(number / 10), side: number % 10 },
  ]
  const candidates = [...new Set(readings.map(packOutcomeId))]
  return new PmxError(
    'BAD_REQUEST',
    `'${outcomeId}' could be an outcome or an encoded side. Use one of ${candidates.join(', ')}.`,
    { detail: { kind: 'ambiguous', candidates } },
  )
}
