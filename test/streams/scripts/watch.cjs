// Watches books with the unmodified SDK's CommonJS build: a line of JSON for each book, until the time is over, or with
// `enough` until each outcome has had one and three seconds have passed.
const pmxt = require('pmxtjs')

const [seconds = '5', perVenue = '3', enough] = process.argv.slice(2)
const begunAt = Date.now()
const waiting = new Set()
const endsAt = Date.now() + Number(seconds) * 1000

async function watch(client, venue, outcomeId) {
  let last
  waiting.add(outcomeId)
  while (Date.now() < endsAt) {
    try {
      const book = await client.watchOrderBook(outcomeId)
      const text = JSON.stringify([book.timestamp, book.bids, book.asks])
      if (text !== last) {
        const { timestamp, bids, asks } = book
        process.stdout.write(`${JSON.stringify({ venue, outcomeId, timestamp, bids, asks })}\n`)
      }
      last = text
      waiting.delete(outcomeId)
    } catch (error) {
      process.stdout.write(`${JSON.stringify({ venue, outcomeId, error: String(error.message) })}\n`)
    }
  }
}

async function main() {
  const clients = { polymarket: new pmxt.Polymarket(), kalshi: new pmxt.Kalshi() }
  const watching = []
  for (const [venue, client] of Object.entries(clients)) {
    // The busiest ones, so that there is something to see.
    const markets = await client.fetchMarkets({ limit: Number(perVenue), sort: 'volume' })
    const ids = markets.map((market, index) => market.outcomes[index % 2].outcomeId)
    for (const id of ids) watching.push(watch(client, venue, id))
  }
  if (enough !== undefined)
    setInterval(() => {
      if (waiting.size === 0 && Date.now() - begunAt > 3000) process.exit(0)
    }, 50)
  await Promise.race([
    Promise.all(watching),
    new Promise((resolve) => setTimeout(resolve, Number(seconds) * 1000)),
  ])
  process.exit(0)
}

main()
