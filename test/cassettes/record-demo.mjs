// The calls that demo.cassette.jsonl is recorded from:
//   pmx-local record test/cassettes/demo.cassette.jsonl --demo --seed 1 -- node test/cassettes/record-demo.mjs
// Prints one line of JSON for each answer, so that the same script under replay can be compared.
const url = process.env.PMX_LOCAL_URL

async function ask(venue, method, ...args) {
  const response = await fetch(`${url}/api/${venue}/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-pmxt-access-token': process.env.PMX_LOCAL_TOKEN ?? '' },
    body: JSON.stringify({ args }),
  })
  const { data } = await response.json()
  process.stdout.write(`${JSON.stringify({ venue, method, status: response.status, data })}\n`)
  return data
}

/** Markets of the demo world of seed 1; their listings would be ten times as large as everything else together. */
const marketIds = { kalshi: 'KXCASSMARKELECTION-27MAY12-CAST', polymarket: '114816' }

for (const [venue, marketId] of Object.entries(marketIds)) {
  const market = await ask(venue, 'fetchMarket', { marketId })
  const outcome = market.outcomes[0].outcomeId
  await ask(venue, 'fetchOrderBook', outcome)
  await ask(venue, 'fetchOHLCV', outcome, { resolution: '1h', limit: 24 })
  await ask(venue, 'fetchTrades', outcome, { limit: 5 })
}
