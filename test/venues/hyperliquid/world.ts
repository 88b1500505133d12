import type { VenueCall } from '../../../src/transport/call-types.js'
import { noSecrets, type Secrets } from '../../../src/venue-kit/contract/account-secrets.js'
import { hyperliquid } from '../../../src/venues/hyperliquid/index.js'
import { type FakeClock, fakeClock } from '../../support/clock.js'
import { venueContext } from '../../support/venue.js'
import { type Answer, fakeWire, json } from '../../support/wire.js'
import { balances, book, contexts, type Members, meta, mids, settled, templates, trades } from './payloads.js'

export const now = Date.UTC(2026, 10, 21, 12, 30)

const standard: Readonly<Record<string, Answer>> = {
  outcomeMeta: meta(),
  outcomeTemplates: templates(),
  allMids: mids(),
  spotMetaAndAssetCtxs: contexts(),
  settledOutcome: (call: VenueCall) => (bodyOf(call)['outcome'] === 699 ? settled() : json(200, null)),
  l2Book: (call: VenueCall) => book(String(bodyOf(call)['coin'])),
  recentTrades: (call: VenueCall) => trades(String(bodyOf(call)['coin'])),
  spotClearinghouseState: balances(),
  candleSnapshot: [],
}

/** The JSON body of a call. */
export function bodyOf(call: VenueCall): Members {
  return { ...Object(call.body) }
}

/** The venue over answers by the `type` of a read; the clock stands still unless it is moved. */
export function setUp(
  answers: Readonly<Record<string, Answer>> = {},
  clock: FakeClock = fakeClock(now),
  { secrets = noSecrets, exchange = [] }: { secrets?: Secrets; exchange?: readonly Answer[] } = {},
) {
  const exchanged = [...exchange]
  const all = { ...standard, ...answers }
  const wire = fakeWire({
    'POST api/info': async (call: VenueCall) => {
      const type = String(bodyOf(call)['type'])
      if (!Object.hasOwn(all, type)) throw new Error(`unexpected read: ${type}`)
      const answer = all[type]
      return typeof answer === 'function' ? answer(call) : answer
    },
    'POST api/exchange': (call: VenueCall) => {
      const next = exchanged.shift()
      if (next === undefined) throw new Error('unexpected action')
      return typeof next === 'function' ? next(call) : next
    },
  })
  /** Bodies of what was sent to be done. */
  const actions = (): Members[] => wire.calls.filter(({ path }) => path === '/exchange').map(bodyOf)
  const asked = (): string[] =>
    wire.calls.filter(({ path }) => path === '/info').map((call) => String(bodyOf(call)['type']))
  return { wire, clock, asked, actions, ctx: venueContext(hyperliquid, wire, clock, secrets) }
}
