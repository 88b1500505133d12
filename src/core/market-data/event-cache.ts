import type { UnifiedEvent } from '../../api/models/models.js'
import type { Clock } from '../../effects/clock.js'
import { createLru } from '../../policy/lru.js'

/** The parts of an event that its candles need. */
export interface EventHeader extends Pick<UnifiedEvent, 'id' | 'title'> {
  readonly markets: readonly {
    readonly outcomes: readonly Pick<
      UnifiedEvent['markets'][number]['outcomes'][number],
      'marketId' | 'outcomeId' | 'label'
    >[]
  }[]
}

/** An event as it was last returned, at a time, epoch ms. */
interface LastEvent {
  readonly event: EventHeader
  readonly at: number
}

/** Events whose candles were requested, each as it was last returned within a cache scope. */
export interface LastEvents {
  get(scope: string, eventId: string): LastEvent | undefined
  note(scope: string, eventId: string, event: UnifiedEvent): void
}

/** Maximum number of outcomes of all remembered events. */
const MAX_OUTCOMES = 20_000

export function createLastEvents(clock: Pick<Clock, 'now'>): LastEvents {
  const events = createLru<LastEvent>(MAX_OUTCOMES, ({ event }) =>
    event.markets.reduce((sum, { outcomes }) => sum + outcomes.length, 1),
  )
  const keyOf = (scope: string, eventId: string) => JSON.stringify([scope, eventId])
  return {
    get: (scope, eventId) => events.get(keyOf(scope, eventId)),
    note(scope, eventId, { id, title, markets }) {
      const faces = markets.map(({ outcomes }) => ({
        outcomes: outcomes.map(({ marketId, outcomeId, label }) => ({ marketId, outcomeId, label })),
      }))
      events.set(keyOf(scope, eventId), { event: { id, title, markets: faces }, at: clock.now() })
    },
  }
}
