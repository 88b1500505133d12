/** Native payloads as they were recorded or documented (src/venues/gemini-titan/README.md), in the test's own words. */

type Row = Readonly<Record<string, unknown>>

/** An open contract with quotes on both sides, as recorded in August 2026. */
export function nativeContract(over: Row = {}): Row {
  return {
    id: '1889-10934',
    label: 'Ada Example',
    abbreviatedName: 'ADA',
    ticker: 'DEMADA',
    instrumentSymbol: 'GEMI-DEM2028-DEMADA',
    description: {
      content: [{ value: 'Resolves to “Yes” if Ada Example wins ' }, { value: 'and accepts.' }],
    },
    prices: {
      buy: { yes: '0.2', no: '0.81' },
      sell: { yes: '0.19', no: '0.8' },
      bestBid: '0.19',
      bestAsk: '0.2',
      lastTradePrice: '0.22',
    },
    status: 'active',
    marketState: 'open',
    createdAt: '2026-02-19T22:02:11.412Z',
    effectiveDate: '2026-02-20T14:00:00.000Z',
    expiryDate: '2028-11-10T00:00:00.000Z',
    resolutionSide: null,
    resolvedAt: null,
    priceDelta24hPct: '10',
    priceDelta1hPct: '0',
    priceIncrement: '0.01',
    priceHistory: null,
    ...over,
  }
}

export const second = nativeContract({
  id: '1889-10935',
  label: 'Bo Sample',
  ticker: 'DEMBO',
  instrumentSymbol: 'GEMI-DEM2028-DEMBO',
})

/** An open event with two contracts. */
export function nativeEvent(over: Row = {}): Row {
  return {
    id: '1889',
    title: '2028 nominee?',
    slug: 'nominee-2028',
    description: 'Who is nominated.',
    imageUrl: 'https://images.example/nominee.png',
    type: 'categorical',
    category: 'Politics',
    series: null,
    ticker: 'DEM2028',
    status: 'active',
    createdAt: '2026-02-19T22:02:11.412Z',
    effectiveDate: null,
    startTime: null,
    expiryDate: '2028-11-10T00:00:00.000Z',
    resolvedAt: null,
    volume: '47069',
    volume24h: '126.5',
    liquidity: null,
    tags: ['Elections'],
    contracts: [nativeContract(), second],
    ...over,
  }
}

/** An event with one contract, numbered. */
export function eventNumber(n: number, over: Row = {}, contract: Row = {}): Row {
  const ticker = `EVENT${n}`
  const only = nativeContract({
    id: `${n}-1`,
    label: 'Yes',
    ticker: 'YES',
    instrumentSymbol: `GEMI-${ticker}-YES`,
    ...contract,
  })
  return nativeEvent({
    id: String(n),
    ticker,
    title: `Question ${n}?`,
    slug: `question-${n}`,
    contracts: [only],
    ...over,
  })
}

export function pageOf(rows: readonly unknown[], total = rows.length, offset = 0) {
  return { data: rows, pagination: { limit: 100, offset, total } }
}

export const noInstrument = {
  result: 'error',
  reason: 'InvalidSymbol',
  message: "Supplied value 'GEMI-DEM2028-DEMADA' is not a valid symbol",
}
export const notFound = { error: 'NOT_FOUND', message: 'Event not found' }
