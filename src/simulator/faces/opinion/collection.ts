import type { FaceContext } from '../../face.js'
import { stateAt, type WorldEvent, type WorldSeries } from '../../world/types.js'
import type { Native } from './market.js'

/**
 * Recurring markets (docs: opinion, section 3.1b). Nobody has recorded one: the names of the members are those of
 * third-party types, their units a guess.
 */

export function isCollected({ series, shape }: WorldEvent): boolean {
  return shape === 'up-down' && series.recurrence !== 'annual'
}

/** The instance that trades now; of several the one that ends first. */
export function currentOf({ world, now }: FaceContext, series: WorldSeries): WorldEvent | undefined {
  return world
    .eventsAt(now)
    .filter((event) => event.series.key === series.key && stateAt(event, now) === 'open')
    .sort((a, b) => a.endsAt - b.endsAt)[0]
}

/** The `collection` member of a row. */
export function collectionOf(context: FaceContext, { series }: WorldEvent): Native {
  const current = currentOf(context, series)
  return {
    title: series.title,
    symbol: series.ticker,
    frequency: series.recurrence,
    ...(current === undefined ? {} : { current: instanceOf(current) }),
    next: [],
  }
}

function instanceOf({ markets, series, opensAt, endsAt }: WorldEvent): Native {
  return {
    marketId: markets[0]?.number,
    period: series.recurrence,
    startTime: Math.floor(opensAt / 1000),
    endTime: Math.floor(endsAt / 1000),
    startPrice: '',
    endPrice: '',
  }
}
