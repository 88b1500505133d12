import { toIso } from '../../../api/times/instant.js'
import type { MockContext } from '../../mock-kit/mock-venue.js'
import { findListedEvents, type ListedMarket, withMarkets } from '../../mock-kit/venue-view.js'
import type { Feed, SocketEvent } from './feeds.js'
import { isGroup, slugFor, titleFor } from './ids.js'

/** Creates a feed of all markets that open or resolve from now on (README.md, "Socket"). */
export function createLifecycleFeed({ now }: Pick<MockContext, 'now'>): Feed {
  let seenUntil = now
  return {
    tick(at) {
      const isNew = (then: number): boolean => then > seenUntil && then <= at.now
      const told = withMarkets(findListedEvents(at, 'limitless')).flatMap((listed) => [
        ...(isNew(listed.event.opensAt) ? [createdEvent(listed)] : []),
        ...(isNew(listed.market.resolvesAt) ? resolvedEvent(listed) : []),
      ])
      seenUntil = at.now
      return told
    },
  }
}

function createdEvent(listed: ListedMarket): SocketEvent {
  const { event } = listed
  return [
    'marketCreated',
    {
      slug: slugFor(listed),
      title: titleFor(listed),
      type: 'CLOB',
      ...(isGroup(event) && { groupSlug: event.slug }),
      createdAt: toIso(event.opensAt),
    },
  ]
}

function resolvedEvent(listed: ListedMarket): readonly SocketEvent[] {
  const payload = toResolvedPayload(listed)
  return payload === undefined ? [] : [['marketResolved', payload]]
}

/** Returns the payload of a resolved market, or undefined for a draw, whose payload is not documented. */
export function toResolvedPayload({ event, market }: ListedMarket): object | undefined {
  if (market.payout === 0.5) return undefined
  return {
    slug: slugFor({ event, market }),
    type: 'CLOB',
    winningOutcome: market.payout === 1 ? 'YES' : 'NO',
    winningIndex: 1 - market.payout,
    resolutionDate: toIso(market.resolvesAt),
  }
}
