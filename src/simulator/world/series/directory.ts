import { MINUTE_MS } from '../../../api/times/span.js'
import { createLru } from '../../../policy/lru.js'
import type { WorldEvent, WorldMarket } from '../common/types.js'
import { buildEvent, MAX_MARKETS, splitEventNumber } from './event.js'
import type { SeriesPlan } from './series.js'

/** Lookups of events and markets of any age, and the listed events at a given time. */
export interface Directory {
  /** Returns events opened at or before an instant and still in lists, by opening time, then number. */
  eventsAt(now: number): readonly WorldEvent[]
  /** Returns the latest event of a series that had opened by an instant, or undefined before its first. */
  latestOf(seriesKey: string, at: number): WorldEvent | undefined
  /** Returns the event of a series that opened exactly at a given time, regardless of its age. */
  openedAt(seriesKey: string, opensAt: number): WorldEvent | undefined
  /** Returns events of a series whose announced end is in [from, to). */
  endingIn(seriesKey: string, from: number, to: number): readonly WorldEvent[]
  event(key: string): WorldEvent | undefined
  eventByNumber(number: number): WorldEvent | undefined
  market(key: string): WorldMarket | undefined
  marketByNumber(number: number): WorldMarket | undefined
  /** Returns the event of a market. @throws RangeError for a market of another world */
  eventOf(market: WorldMarket): WorldEvent
}

/** Enough for all listed events and some old ones. */
const MAX_EVENTS = 2_200
/** A hundred years; numbers decoded from invalid ids are beyond. */
const WORLD_SPAN_MS = 36_525 * 24 * 60 * MINUTE_MS

export function createDirectory(seed: number, catalogue: readonly SeriesPlan[]): Directory {
  const planByKey = new Map(catalogue.map((plan) => [plan.series.key, plan]))
  const eventIn = createEventMemo(seed)
  let listing: { readonly minute: number; readonly events: readonly WorldEvent[] } | undefined

  function event(key: string): WorldEvent | undefined {
    const match = /^([a-z0-9-]+)\.(0|[1-9]\d{0,8})$/.exec(key)
    return match === null ? undefined : eventIn(planByKey.get(match[1] ?? ''), Number(match[2]))
  }

  function eventByNumber(number: number): WorldEvent | undefined {
    const { index, cycle } = splitEventNumber(number)
    const found = eventIn(catalogue[index], cycle)
    return found?.number === number ? found : undefined
  }

  function latestOf(seriesKey: string, at: number): WorldEvent | undefined {
    const plan = planByKey.get(seriesKey)
    return plan === undefined ? undefined : eventIn(plan, latestCycle(plan, at))
  }

  return {
    event,
    eventByNumber,
    latestOf,
    eventsAt(now) {
      // All events open and leave lists on a whole minute.
      const minute = Math.floor(now / MINUTE_MS)
      if (listing?.minute !== minute)
        listing = { minute, events: listAt(catalogue, minute * MINUTE_MS, eventIn) }
      return listing.events
    },
    openedAt(seriesKey, opensAt) {
      const found = latestOf(seriesKey, opensAt)
      return found?.opensAt === opensAt ? found : undefined
    },
    endingIn(seriesKey, from, to) {
      const plan = planByKey.get(seriesKey)
      if (plan === undefined) return []
      const { tradingMs } = plan.timetable
      const last = latestCycle(plan, to - 1 - tradingMs)
      const count = last - latestCycle(plan, from - 1 - tradingMs)
      return Array.from({ length: count }, (_, back) => eventIn(plan, last - back)).filter(
        (one) => one !== undefined,
      )
    },
    market(key) {
      const dot = key.lastIndexOf('.')
      return event(key.slice(0, dot))?.markets.find((candidate) => candidate.key === key)
    },
    marketByNumber: (number) =>
      eventByNumber(Math.floor(number / MAX_MARKETS))?.markets[number % MAX_MARKETS],
    eventOf(market) {
      const found = event(market.eventKey)
      if (found === undefined) throw new RangeError(`the world has no event ${market.eventKey}`)
      return found
    },
  }
}

type EventLookup = (plan: SeriesPlan | undefined, cycle: number) => WorldEvent | undefined

/** Builds events on first use, or undefined before the first cycle and beyond the world's time. */
function createEventMemo(seed: number): EventLookup {
  const events = createLru<WorldEvent>(MAX_EVENTS)
  return (plan, cycle) => {
    if (plan === undefined || !Number.isSafeInteger(cycle) || cycle < 0) return undefined
    if (cycle * plan.timetable.periodMs > WORLD_SPAN_MS) return undefined
    const key = `${plan.series.key}.${cycle}`
    const known = events.get(key)
    if (known !== undefined) return known
    const built = buildEvent(seed, plan, cycle)
    events.set(key, built)
    return built
  }
}

/** Returns the last cycle that had opened by an instant; negative before the first. */
function latestCycle({ timetable }: SeriesPlan, at: number): number {
  return Math.floor((at - timetable.firstOpensAt) / timetable.periodMs)
}

function listAt(catalogue: readonly SeriesPlan[], now: number, eventIn: EventLookup): readonly WorldEvent[] {
  return catalogue
    .flatMap((plan) => listed(plan, now, eventIn))
    .sort((a, b) => a.opensAt - b.opensAt || a.number - b.number)
}

function listed(plan: SeriesPlan, now: number, eventIn: EventLookup): WorldEvent[] {
  const { tradingMs, listedMs, periodMs } = plan.timetable
  const last = latestCycle(plan, now)
  const oldest = Math.max(0, last - Math.ceil((tradingMs + listedMs) / periodMs))
  const found: WorldEvent[] = []
  for (let cycle = oldest; cycle <= last; cycle++) {
    const one = eventIn(plan, cycle)
    if (one !== undefined && now < one.closesAt + listedMs) found.push(one)
  }
  return found
}
