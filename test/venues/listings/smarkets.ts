import { smarkets } from '../../../src/venues/smarkets/index.js'
import { exchangeWire, type Stock } from '../smarkets/exchange.js'
import * as smarketsPayloads from '../smarkets/payloads.js'

import { events, type Listing, markets, type Row, seven } from './lists.js'

const smarketsEvents = seven((n) =>
  smarketsPayloads.nativeEvent({ id: String(4001 + n), slug: `match-${n}` }),
)
const smarketsMarkets = seven((n) =>
  smarketsPayloads.nativeMarket({ id: String(5001 + n), event_id: String(4001 + n) }),
)
const smarketsContracts = seven((n) =>
  smarketsPayloads.nativeContract({ id: String(6001 + 2 * n), market_id: String(5001 + n), name: 'A' }),
).flatMap((row, n) => [row, { ...row, id: String(6002 + 2 * n), name: 'B' }])
const smarketsVolumes = seven((n) => ({
  market_id: String(5001 + n),
  volume: 10,
  double_stake_volume: 20,
}))
const smarketsPrices = seven((n) => ({
  contract_id: String(6001 + 2 * n),
  last_executed_price: '50',
  timestamp: '2026-11-21T11:29:56Z',
}))
const pricesByMarket = (rows: readonly unknown[]) =>
  Object.fromEntries(rows.map((row, n) => [String(5001 + n), [row]]))

/** The exchange with other rows in one place. Its list of events comes as it is, whatever the rows say of themselves. */
function smarketsListing(name: keyof Stock, rows: readonly Row[], list: Listing['list']): Listing {
  const held: Stock = {
    events: smarketsEvents,
    markets: smarketsMarkets,
    contracts: smarketsContracts,
    volumes: smarketsVolumes,
    prices: pricesByMarket(smarketsPrices),
    quotes: {},
  }
  return {
    venue: smarkets,
    rows,
    list,
    answers(broken) {
      const stock: Stock = { ...held, [name]: name === 'prices' ? pricesByMarket(broken) : broken }
      const page = { body: { events: stock.events, pagination: { next_page: null } } }
      // By whatever they say they belong to, the rows are those that were asked for.
      const part = { body: { [name]: stock[name] } }
      return exchangeWire(stock, ({ path }) =>
        path === '/events/' ? page : path.endsWith(`/${name}/`) ? part : undefined,
      ).wire
    },
  }
}

export const smarketsListings: Readonly<Record<string, Listing>> = {
  events: smarketsListing('events', smarketsEvents, events),
  markets: smarketsListing('markets', smarketsMarkets, markets),
  contracts: smarketsListing('contracts', smarketsContracts, markets),
  volumes: smarketsListing('volumes', smarketsVolumes, markets),
  'last prices': smarketsListing('prices', smarketsPrices, markets),
}
