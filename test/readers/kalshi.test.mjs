import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  Configuration,
  EventsApi,
  ExchangeApi,
  HistoricalApi,
  MarketApi,
  MilestoneApi,
  MultivariateApi,
  SearchApi,
  StructuredTargetsApi,
} from 'kalshi-typescript'
import { simulate } from './support/world.mjs'

const { kalshi, 'kalshi-demo': demo } = await simulate()
const DAY = 86_400

for (const [venue, basePath] of [
  ['kalshi', kalshi.api],
  ['kalshi-demo', demo.api],
]) {
  const [events, markets, history, exchange, search, milestones, targets, combos] = [
    EventsApi,
    MarketApi,
    HistoricalApi,
    ExchangeApi,
    SearchApi,
    MilestoneApi,
    StructuredTargetsApi,
    MultivariateApi,
  ].map((Api) => new Api(new Configuration({ basePath })))
  const now = Math.floor(Date.now() / 1000)

  test(`${venue}: events, markets and what was traded`, async () => {
    const { data: page } = await events.getEvents(200, undefined, true, undefined, 'open')
    const isBusy = ({ volume_24h_fp: volume, open_time: opened }) =>
      Number(volume) > 0 && Date.parse(opened) < (now - DAY) * 1000
    const event = page.events.find(({ markets: of }) => of.some(isBusy))
    assert.equal((await events.getEvent(event.event_ticker)).data.event.event_ticker, event.event_ticker)
    assert.ok((await events.getEventMetadata(event.event_ticker)).data)
    const market = event.markets.find(isBusy)
    assert.equal((await markets.getMarket(market.ticker)).data.market.ticker, market.ticker)
    const { data: book } = await markets.getMarketOrderbook(market.ticker)
    const { data: books } = await markets.getMarketOrderbooks([market.ticker])
    assert.equal(books.orderbooks[0].ticker, market.ticker)
    assert.deepEqual(books.orderbooks[0].orderbook_fp, book.orderbook_fp)
    const { data: trades } = await markets.getTrades(5, undefined, market.ticker)
    assert.ok(trades.trades.every(({ ticker }) => ticker === market.ticker))
    const window = [now - DAY, now, 60]
    const { data: candles } = await markets.getMarketCandlesticks(
      event.series_ticker,
      market.ticker,
      ...window,
    )
    const { data: batch } = await markets.batchGetMarketCandlesticks(market.ticker, ...window)
    assert.ok(candles.candlesticks.length > 0)
    assert.deepEqual(
      batch.markets[0].candlesticks.map(({ end_period_ts: end }) => end),
      candles.candlesticks.map(({ end_period_ts: end }) => end),
    )
    const { data: series } = await markets.getSeries(event.series_ticker)
    assert.equal(series.series.ticker, event.series_ticker)
  })

  test(`${venue}: the exchange and the tables beside the markets`, async () => {
    assert.equal((await exchange.getExchangeStatus()).data.exchange_active, true)
    assert.ok((await exchange.getExchangeSchedule()).data.schedule.standard_hours.length > 0)
    assert.ok((await markets.getSeriesList()).data.series.length > 0)
    assert.ok((await search.getTagsForSeriesCategories()).data.tags_by_categories)
    assert.ok((await search.getFiltersForSports()).data.filters_by_sports)
    assert.ok((await combos.getMultivariateEventCollections()).data.multivariate_contracts)
    assert.ok((await events.getMultivariateEvents()).data.events)
    const { data: page } = await milestones.getMilestones(5)
    for (const { id } of page.milestones) {
      assert.equal((await milestones.getMilestone(id)).data.milestone.id, id)
    }
    const { data: list } = await targets.getStructuredTargets(undefined, undefined, undefined, 3)
    for (const { id, name } of list.structured_targets) {
      assert.equal((await targets.getStructuredTarget(id)).data.structured_target.name, name)
    }
  })

  test(`${venue}: the archive`, { skip: venue === 'kalshi-demo' && 'has none' }, async () => {
    const { data: cutoff } = await history.getHistoricalCutoff()
    assert.ok(Date.parse(cutoff.market_settled_ts) < Date.now())
    const { data: page } = await history.getHistoricalMarkets(3)
    const [market] = page.markets
    assert.equal((await history.getHistoricalMarket(market.ticker)).data.market.ticker, market.ticker)
    const until = Math.floor(Date.parse(market.close_time) / 1000)
    const window = [until - 7 * DAY, until, 1440]
    assert.ok((await history.getMarketCandlesticksHistorical(market.ticker, ...window)).data.candlesticks)
    assert.ok((await history.getTradesHistorical(market.ticker)).data.trades)
  })
}
