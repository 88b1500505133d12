/** Walks through what keyless clients call; returns what a test can check. */
exports.tour = async ({ Polymarket, Kalshi }) => {
  const result = {}
  for (const [name, exchange] of [
    ['polymarket', new Polymarket()],
    ['kalshi', new Kalshi()],
  ]) {
    const markets = await exchange.fetchMarkets({ limit: 40 })
    const all = await exchange.fetchMarkets()
    const traded = all.filter((market) => market.yes !== undefined)
    const market = traded.reduce((most, one) => ((one.volume24h ?? 0) > (most.volume24h ?? 0) ? one : most))
    const events = await exchange.fetchEvents({ limit: 5 })
    const outcomeId = market.yes.outcomeId
    const book = await exchange.fetchOrderBook(outcomeId)
    const noBook = await exchange.fetchOrderBook(
      name === 'kalshi' ? outcomeId : market.no.outcomeId,
      name === 'kalshi' ? 'no' : undefined,
    )
    const hourly = await exchange.fetchOHLCV(outcomeId, { resolution: '1h', limit: 100 })
    const quarters = await exchange.fetchOHLCV(outcomeId, { resolution: '15m', limit: 50 })
    const trades = await exchange.fetchTrades(outcomeId, { limit: 5 })
    const price = await exchange.getExecutionPrice(book, 'buy', 1)
    const detailed = await exchange.getExecutionPriceDetailed(book, 'buy', 1)
    const one = await exchange.fetchMarket({ marketId: market.marketId })
    const map = await exchange.loadMarkets()
    const page = await exchange.fetchMarketsPaginated({ limit: 3 })
    const next = await exchange.fetchMarketsPaginated({ limit: 3, cursor: page.nextCursor })
    const filtered = exchange.filterMarkets(markets, { volume24h: { min: 1 } })
    // Recordings hold no orders, and no replay places any.
    const order =
      process.env.TOUR_ORDERS === 'yes'
        ? await exchange.createOrder({
            marketId: market.marketId,
            outcomeId,
            side: 'buy',
            type: 'limit',
            amount: 5,
            price: 0.1,
          })
        : undefined
    let unsupported
    try {
      await exchange.fetchEventMatches({ eventId: 'any' })
    } catch (error) {
      unsupported = { code: error.code, name: error.constructor.name, retryable: error.retryable }
    }
    result[name] = {
      markets: markets.length,
      title: market.title,
      resolutionDateIsDate: market.resolutionDate instanceof Date,
      events: events.length,
      eventMarkets: events[0].markets.length,
      book,
      noBook,
      hourly,
      quarters,
      trades,
      price,
      detailed,
      one: one.marketId === market.marketId,
      loaded: Object.keys(map).length,
      pages: [page.data.map((row) => row.marketId), next.data.map((row) => row.marketId)],
      filtered: filtered.length,
      unsupported,
      order: order && { status: order.status, outcomeId: order.outcomeId, asked: outcomeId },
    }
  }
  // A second client of the same process must find the same daemon and leave it alone.
  const again = new Polymarket()
  result.second = (await again.fetchEvents({ limit: 1 })).length
  return result
}
