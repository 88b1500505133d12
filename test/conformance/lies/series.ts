import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import { DAY_MS, HOUR_MS } from '../../../src/api/times/resolution.js'
import type { Activity, WorldMarket } from '../../../src/simulator/world/common/types.js'
import { NOON } from '../venues/house.js'
import { type Twin, twinsOf } from '../venues/rows.js'
import { quirksOf } from './exceptions.js'
import { openHonestHouse } from './house.js'

/** An outcome that questions are about. */
export interface Series {
  readonly outcomeId: string
  /** Whether its prices are the complement of the world's market. */
  readonly isNo: boolean
  readonly market: WorldMarket
  /** In which places of the store its candles may stand. */
  readonly yesId: string
}

const OLD_MS = 25 * DAY_MS

const found = new Map<VenueId, Promise<readonly Series[]>>()

/** The outcomes of a venue that are asked about: quiet, patchy and steady ones, one without trades, one that ends soon. */
export function seriesOf(venue: VenueId): Promise<readonly Series[]> {
  const known = found.get(venue) ?? findSeries(venue)
  found.set(venue, known)
  return known
}

async function findSeries(venue: VenueId): Promise<readonly Series[]> {
  const { simulator, askAt } = await openHonestHouse(venue, NOON)
  const twins = await twinsOf(
    { simulator, ask: async (_venue, method, args) => (await askAt(NOON, method, args)).data },
    venue,
    0,
    { byLabel: true },
  )
  const { onlySingles } = quirksOf(venue)
  const isAlone = ({ truth }: Twin): boolean => truth.label === undefined
  const fitting = onlySingles === undefined ? twins : twins.filter(isAlone)
  const hasHistory = async (twin: Twin): Promise<boolean> =>
    askAt(NOON, 'fetchOHLCV', [twin.yes, { resolution: '1d', limit: 1 }]).then(
      () => true,
      () => false,
    )
  const firstOf = async (accepts: (twin: Twin) => boolean): Promise<Twin | undefined> => {
    for (const twin of fitting) if (accepts(twin) && (await hasHistory(twin))) return twin
    return undefined
  }
  const isOld = ({ truth }: Twin): boolean =>
    NOON - truth.opensAt > OLD_MS && truth.closesAt - NOON > OLD_MS / 2
  const ofActivity = (activity: Activity): Promise<Twin | undefined> =>
    firstOf((twin) => twin.truth.activity === activity && isOld(twin))
  const endsSoon = await firstOf(
    ({ truth }) =>
      truth.activity !== 'never' &&
      truth.activity !== 'busy' &&
      truth.closesAt - NOON > HOUR_MS &&
      truth.closesAt - NOON < 2 * DAY_MS &&
      NOON - truth.opensAt > DAY_MS / 2,
  )
  const chosen = [
    await ofActivity('steady'),
    await ofActivity('quiet'),
    await ofActivity('gappy'),
    endsSoon,
    await ofActivity('never'),
  ]
  return chosen.flatMap((twin, index): Series[] => {
    if (twin === undefined) return []
    const { yes: yesId, no, truth: market } = twin
    const yes = { outcomeId: yesId, isNo: false, market, yesId }
    return no === undefined || index > 1 ? [yes] : [yes, { outcomeId: no, isNo: true, market, yesId }]
  })
}
