import { expect, test } from 'vitest'
import { DAY_MS } from '../../../../src/api/times/resolution.js'
import { findOfferedEvents, marketsOf } from '../../../../src/simulator/mock-venues/polymarket/catalogue.js'
import { versionOf } from '../../../../src/simulator/mock-venues/polymarket/protocol.js'
import { quoteOf } from '../../../../src/simulator/mock-venues/polymarket/quote.js'
import { stateAt } from '../../../../src/simulator/world/common/types.js'
import { contextOf } from '../../support/context.js'
import { NOON } from '../../support/stage.js'
import { world } from '../../support/world.js'

/** Of Protocol V2, for a day more open and away from the ends of its range: what a client can trade. */
function tradable(now: number): readonly boolean[] {
  const context = contextOf(world, now)
  return findOfferedEvents(context)
    .filter((event) => stateAt(event, now) === 'open')
    .flatMap((event) =>
      marketsOf(context, event)
        .filter((market) => versionOf(market) === 'v2' && market.closesAt > now + DAY_MS)
        .map((market) => ({ isNegRisk: event.exclusive, mid: quoteOf(context, market, 'yes').mid ?? 0 })),
    )
    .filter(({ mid }) => mid > 0.1 && mid < 0.9)
    .map(({ isNegRisk }) => isNegRisk)
}

test.each([0, 12, 35, 60, 72, 90, 131, 200, 260, 330])(
  'after %d days markets of Protocol V2 can be traded, with and without negative risk',
  (days) => {
    const found = tradable(NOON + days * DAY_MS)
    expect([found.includes(true), found.includes(false)]).toEqual([true, true])
  },
)
