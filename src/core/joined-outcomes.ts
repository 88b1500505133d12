import type { Clock } from '../effects/clock.js'
import { nobody } from '../policy/line.js'
import type { CallPlace } from '../transport/call.js'
import { createJoinedCalls } from '../transport/joined-calls.js'
import type { Transport } from '../transport/transport.js'
import type { Memo } from '../venue-kit/memo.js'
import { holderOf } from '../venue-kit/secrets.js'
import type { OutcomeSource } from '../venue-kit/venue.js'
import { REQUEST_ALLOWED_MS } from './call.js'
import type { Contexts } from './context.js'
import { type JoinedItem, withinJoined } from './joined-context.js'
import { type SeekOutcome, seekAlone, type ToldOutcome } from './outcomes.js'

interface AskedId extends JoinedItem {
  readonly source: OutcomeSource
  readonly place: CallPlace
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
    placeOf: ({ venue, place }) => ({ venue: venue.id, place }),
    kindOf: ({ venue, secrets }) => `${venue.id} ${holderOf(secrets)}`,
    // Who wants to know what the venue says now does not join one who takes what is remembered.
    keyOf: ({ id, memo }) => `${memo.isRenewed === true ? 'now' : 'remembered'} ${id}`,
    fits: (chosen, { source, id }) => source.fitACall?.([...chosen.map((asked) => asked.id), id]) === true,
    one: (asked, permit, shared) =>
      withinJoined(contexts, asked, permit, shared, (ctx) =>
        seekAlone(asked.venue, asked.id, { ...ctx, memo: asked.memo }),
      ),
    async many(items, permit, shared) {
      const [first] = items
      if (first === undefined) return new Map()
      const ids = [...new Set(items.map(({ id }) => id))]
      return withinJoined(contexts, first, permit, shared, async (ctx) => {
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
    const { priority, caller = nobody, onSent } = terms
    return calls.load(
      { venue, source, place, id, memo, secrets, onSent },
      { signal, urgency: priority, caller },
    )
  }
}
