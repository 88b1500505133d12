import type { SeriesFacts } from './series.js'

const prices = {
  category: 'Crypto',
  tags: ['Crypto', 'Ondal'],
  schedule: 'weekly',
  plan: {
    kind: 'strike-ladder',
    title: 'Ondal above ___ on {date}?',
    question: 'Will the price of Ondal be above €{value} on {date}?',
    centre: 640,
    step: 40,
    count: 3,
  },
} as const satisfies Partial<SeriesFacts>

const budget = { category: 'Politics', tags: ['Politics', 'Bills'], schedule: 'monthly' } as const

/**
 * Series that look equal on two venues but differ: in their resolution source, or as opposite questions. Different deadlines and
 * thresholds come from the ladders and buckets that all venues list.
 */
export const similarSeries: readonly SeriesFacts[] = [
  {
    key: 'ondal-week',
    title: 'Ondal above ___ Weekly',
    ...prices,
    source: 'the spot price of Ondal on Binance',
    onlyOn: ['polymarket', 'probable'],
  },
  {
    key: 'ondal-week-feed',
    title: 'Ondal above ___ Weekly',
    ...prices,
    source: 'the Chainlink data feed of Ondal',
    twinOf: 'ondal-week',
    onlyOn: ['limitless'],
  },
  {
    key: 'tolmere-budget',
    title: 'Budget of Tolmere',
    ...budget,
    plan: { kind: 'single', question: 'Will Tolmere pass its budget by {date}?' },
    onlyOn: ['kalshi', 'polymarket', 'probable'],
  },
  {
    key: 'tolmere-budget-fails',
    title: 'No budget for Tolmere',
    ...budget,
    plan: { kind: 'single', question: 'Will Tolmere fail to pass its budget by {date}?', mirrors: true },
    twinOf: 'tolmere-budget',
    onlyOn: ['limitless'],
  },
  // One question that one venue trades in two markets, by its old and its new protocol.
  {
    key: 'tessel-updown-1d-v2',
    title: 'Tessel Up or Down Daily',
    category: 'Crypto',
    tags: ['Crypto', 'Tessel', 'Up or Down'],
    schedule: 'daily',
    plan: { kind: 'up-down', asset: 'Tessel' },
    twinOf: 'tessel-updown-1d',
    tradesSeparately: true,
    onlyOn: ['polymarket'],
  },
]
