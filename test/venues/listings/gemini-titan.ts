import { geminiTitan } from '../../../src/venues/gemini-titan/index.js'
import { eventNumber, nativeContract, nativeEvent, pageOf } from '../gemini-titan/payloads.js'
import { type Asked, asks, events, type Listing, markets, marketsOf, type Row, seven } from './lists.js'

const LIST = 'GET api/v1/prediction-markets/events'
const ofStatus = (status: string) => (rows: readonly unknown[]) => ({
  [LIST]: (call: Asked) => pageOf(asks(call, 'status', status) ? rows : []),
})

const open = seven((n) => eventNumber(n))
const games = seven((n) => {
  const part = eventNumber(n, { ticker: `GAME${n}-M` })
  return nativeEvent({ ticker: `GAME${n}`, contracts: [], events: [part] })
})
const settled = {
  status: 'settled',
  marketState: 'closed',
  resolutionSide: 'no',
  prices: { buy: {}, sell: {} },
}

/** Lists of Gemini: one payload, of events with one contract, of games, and of what is settled. */
export const geminiListings: Readonly<Record<string, Listing>> = {
  events: { venue: geminiTitan, rows: open, answers: ofStatus('active'), list: events },
  markets: { venue: geminiTitan, rows: open, answers: ofStatus('active'), list: markets },
  games: { venue: geminiTitan, rows: games, answers: ofStatus('active'), list: events },
  'settled markets': {
    venue: geminiTitan,
    rows: seven((n): Row => ({ ...eventNumber(n, { status: 'settled', contracts: [legOf(n)] }) })),
    answers: ofStatus('settled'),
    list: marketsOf({ status: 'closed' }),
  },
}

function legOf(n: number): Row {
  return { ...nativeContract({ ...settled, instrumentSymbol: `GEMI-EVENT${n}-YES` }) }
}
