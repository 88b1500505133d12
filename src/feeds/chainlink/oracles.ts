import { PmxError } from '../../api/envelope/errors.js'

/** A price oracle: the proxy of its aggregators, on Polygon. */
export interface Oracle {
  readonly symbol: string
  readonly address: string
}

/** The supported oracles (../README.md has the source of the list). */
export const oracles: readonly Oracle[] = [
  { symbol: 'ETH/USD', address: '0xF9680D99D6C9589e2a93a78A04A279e509205945' },
  { symbol: 'BTC/USD', address: '0xc907E116054Ad103354f2D350FD2514433D57F6f' },
  { symbol: 'XRP/USD', address: '0x785ba89291f676b5386652eB12b30cF361020694' },
  { symbol: 'SOL/USD', address: '0x10C8264C0935b3B9870013e057f330Ff3e9C56dC' },
]

/** @throws NOT_FOUND for a pair without an oracle */
export function oracleOf(symbol: string): Oracle {
  const oracle = oracles.find((one) => one.symbol === symbol)
  if (oracle !== undefined) return oracle
  const known = oracles.map((one) => one.symbol).join(', ')
  throw new PmxError('NOT_FOUND', `The feed ${symbol.slice(0, 60)} is not available. Available: ${known}.`)
}
