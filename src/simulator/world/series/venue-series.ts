import { players } from './names.js'
import type { SeriesFacts } from './series.js'

/** Series for special features of one venue. */
export const venueSeries: readonly SeriesFacts[] = [
  {
    // Tennis, which Kalshi trades on a separate shard.
    key: 'meridian-open',
    title: 'Meridian Open',
    category: 'Sports',
    tags: ['Sports', 'Tennis'],
    schedule: 'match',
    onlyOn: ['kalshi', 'kalshi-demo'],
    plan: { kind: 'match', teams: players, draws: false, competition: 'Meridian Open' },
  },
  {
    // Kalshi gives it a floor as its minimum value.
    key: 'osterland-harvest',
    title: 'Harvest in Osterland',
    category: 'Economics',
    tags: ['Economics', 'Farming'],
    schedule: 'monthly',
    onlyOn: ['kalshi', 'kalshi-demo'],
    plan: { kind: 'single', question: 'Will the harvest of Osterland beat that of last year by {date}?' },
  },
]
