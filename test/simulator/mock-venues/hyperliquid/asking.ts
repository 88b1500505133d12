import { stateAt, type WorldMarket } from '../../../../src/simulator/world/common/types.js'
import { dig, firstWhere, isObject, numberAt, type Row, rowsAt, textAt } from '../../support/json.js'
import type { Stage } from '../../support/stage.js'

/** What `POST /info` answers to a question of a type. */
export function info(stage: Stage, type: string, members: Readonly<Record<string, unknown>> = {}): unknown {
  return stage.post('api', '/info', { type, ...members })
}

/** Status and text of an answer that may be a refusal. */
export function probe(stage: Stage, body: unknown, path = '/info', method = 'POST') {
  const { status, body: text } = stage.ask('api', method, path, body)
  return { status, text }
}

export function outcomesOf(stage: Stage): Row[] {
  return rowsAt(info(stage, 'outcomeMeta'), 'outcomes')
}

/** Markets of the world that can be traded now and that this venue has. */
export function openMarkets(stage: Stage): WorldMarket[] {
  return stage.world
    .eventsAt(stage.now)
    .filter(({ series }) => series.onlyOn === undefined || series.onlyOn.includes('hyperliquid'))
    .flatMap((event) => event.markets)
    .filter((market) => stateAt(market, stage.now) === 'open')
}

/** Finds the number of a market's outcome as listed now, by the words that only it has. */
export function numberFinder(stage: Stage): (market: WorldMarket) => number {
  const meta = info(stage, 'outcomeMeta')
  const outcomes = rowsAt(meta, 'outcomes')
  const questions = rowsAt(meta, 'questions')
  return (market) => {
    const event = stage.world.eventOf(market)
    if (!event.exclusive) {
      return numberAt(
        firstWhere(outcomes, ({ name }) => name === market.question),
        'outcome',
      )
    }
    const question = firstWhere(
      questions,
      (row) => row['name'] === event.title && textAt(row, 'description').startsWith(event.rules),
    )
    return Number(dig(question, `namedOutcomes.${market.index}`))
  }
}

/** A market that is found by {@link numberFinder}. */
export function isProse(stage: Stage, market: WorldMarket): boolean {
  const { shape, series, exclusive } = stage.world.eventOf(market)
  return exclusive ? shape !== 'match' && series.category !== 'Sports' : shape === 'single'
}

export function coinsIn(mids: unknown): Map<string, number> {
  if (!isObject(mids)) throw new TypeError('no map')
  return new Map(Object.entries(mids).map(([coin, price]) => [coin, Number(price)]))
}
