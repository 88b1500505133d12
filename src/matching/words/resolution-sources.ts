/** Resolution sources, by the ways in which rules name them. One source covers its site and its feeds. */
const named: readonly (readonly [source: string, pattern: RegExp])[] = [
  ['Binance', /\bbinance\b/i],
  ['Coinbase', /\bcoinbase (?:price|spot|exchange|candle|btc|eth|pro)|coinbase\.com/i],
  ['Chainlink', /\bchainlink\b/i],
  ['Pyth', /\bpyth\b/i],
  ['CF Benchmarks', /\bcf benchmarks\b|\bbrti\b|real-time index/i],
  ['CoinGecko', /\bcoin ?gecko\b/i],
  ['CoinMarketCap', /\bcoin ?market ?cap\b/i],
  ['Kraken prices', /\bkraken (?:price|spot|exchange|candle)/i],
  ['Kaiko', /\bkaiko\b/i],
  ['TradingView', /\btradingview\b/i],
  ['DexScreener', /\bdex ?screener\b/i],
  ['GeckoTerminal', /\bgecko ?terminal\b/i],
  ['Yahoo Finance', /\byahoo finance\b|finance\.yahoo/i],
  ['Central Park', /\bcentral park\b/i],
  ['LaGuardia', /\bla ?guardia\b/i],
  ['JFK', /\bjfk\b/i],
  ['Midway', /\bmidway\b/i],
  ["O'Hare", /\bo'?hare\b/i],
  ['Wunderground', /\bwunderground\b|weather underground/i],
  ['National Weather Service', /\bnational weather service\b|\bnws\b|climatological report/i],
  ['Silver Bulletin', /\bsilver bulletin\b|natesilver/i],
  ['RealClearPolitics', /\breal ?clear ?(?:politics|polling)\b/i],
  ['FiveThirtyEight', /\bfivethirtyeight\b|\b538\b/i],
  ['Gallup', /\bgallup\b/i],
  ['New York Times polls', /new york times(?:'s)? (?:average|polling)/i],
  ['LMArena', /\blm ?arena\b|chatbot arena|lmsys/i],
  ['Artificial Analysis', /\bartificial analysis\b/i],
  ['DefiLlama', /\bdefi ?llama\b/i],
  ['Dune', /\bdune(?:\.com| analytics)\b/i],
  ['Artemis', /\bartemis\.xyz\b|\bartemis terminal\b/i],
  ['Rotten Tomatoes', /according to rotten tomatoes|rottentomatoes\.com/i],
  ['Metacritic', /\bmetacritic\b/i],
  ['Box Office Mojo', /\bbox ?office ?mojo\b/i],
  ['The Numbers', /\bthe-numbers\.com\b|\bthe numbers\b/i],
  ['Spotify', /\bspotify\.com\b|spotify charts/i],
  ['Billboard', /\bbillboard (?:hot|200|chart)|billboard\.com/i],
]

/** Series whose contract terms name one source: prices of crypto, and the climatological reports of cities. */
const ofSeries: readonly (readonly [source: string, series: RegExp])[] = [
  [
    'CF Benchmarks',
    /^KX(?:BTC|ETH|SOL|XRP|DOGE|SHIBA|LTC|BCH|LINK|DOT|AVAX|ADA|BNB|HYPE)(?!RESERVE|ETF)[A-Z0-9]*-/,
  ],
  ['National Weather Service', /^KX(?:HIGH|LOW)(?!INFL)[A-Z]+-\d\d[A-Z]{3}\d\d/],
]

/** Returns the source that all markets of a series have, if their rules are not known. */
export function findSourcesOfSeries(marketId: string): readonly string[] {
  return ofSeries.filter(([, series]) => series.test(marketId)).map(([source]) => source)
}

/** Returns the sources in rules, by name. Empty when they name no known one, which proves nothing. */
export function sourcesIn(rules: string): readonly string[] {
  if (rules === '') return []
  return named.filter(([, pattern]) => pattern.test(rules)).map(([source]) => source)
}

/** Whether two sets of rules use the same source: unknown while either names none. */
export function compareSources(a: readonly string[], b: readonly string[]): 'same' | 'other' | 'unknown' {
  if (a.length === 0 || b.length === 0) return 'unknown'
  return a.some((source) => b.includes(source)) ? 'same' : 'other'
}
