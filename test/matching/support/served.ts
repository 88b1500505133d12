import type { MarketOutcome, UnifiedMarket } from '../../../src/api/models/models.js'
import type { EventContext } from '../../../src/matching/questions/question-title.js'

/** A pair of markets as the adapters serve them, with what a reader says of it and why. */
export interface ServedPair {
  readonly label: ServedLabel
  readonly reason: string
  readonly a: ServedMarket
  readonly b: ServedMarket
}

export interface ServedMarket {
  readonly market: UnifiedMarket
  readonly around: EventContext
}

/** `near`: the same matter, but the rules may part them. `reversed`: yes of one is no of the other. */
const labels = ['same', 'near', 'subset', 'superset', 'reversed', 'different'] as const
export type ServedLabel = (typeof labels)[number]

/**
 * Three lines a pair: `label: reason`, then each market as
 * `venue | title of the event | question | what yes stands for, or both outcomes | resolution date | slug or ticker`.
 * Polymarket's adapter serves `event - question` where there is an event; the others serve the question alone.
 */
export function readServedPairs(text: string): readonly ServedPair[] {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return Array.from({ length: lines.length / 3 }, (_, at) => {
    const [head = '', a = '', b = ''] = lines.slice(at * 3, at * 3 + 3)
    const mark = head.indexOf(': ')
    const label = labels.find((one) => one === head.slice(0, mark))
    if (label === undefined) throw new Error(`no label: ${head}`)
    return { label, reason: head.slice(mark + 2), a: readMarket(a, `a${at}`), b: readMarket(b, `b${at}`) }
  })
}

function readMarket(line: string, id: string): ServedMarket {
  const [venue = '', event = '', question = '', said = '', ends = '', reference = ''] = line
    .split('|')
    .map((part) => part.trim())
  if (question === '') throw new Error(`no question: ${line}`)
  const isTicker = venue === 'kalshi' && reference !== ''
  const marketId = isTicker ? reference : id
  const isPrefixed = venue === 'polymarket' && event !== '' && event !== question
  const title = isPrefixed ? `${event} - ${question}` : question
  const [yes = '', no] = said === '' ? [title] : said.split(' / ')
  const outcomes = [yes, no ?? `Not ${yes}`].map(
    (label, at): MarketOutcome => ({ outcomeId: `${id}-${at}`, marketId, label }),
  )
  const [first, second] = outcomes
  const market: UnifiedMarket = {
    marketId,
    title,
    description: '',
    outcomes,
    url: '',
    sourceExchange: venue,
    ...(ends === '' ? {} : { resolutionDate: new Date(ends).toISOString() }),
    ...(reference === '' ? {} : { slug: reference }),
    ...(first === undefined || second === undefined ? {} : { yes: first, no: second }),
  }
  return { market, around: event === '' ? {} : { eventTitle: event } }
}
