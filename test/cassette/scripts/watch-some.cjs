// Watches books with the unmodified SDK: a line of JSON for each one that comes, until each outcome has had one and a
// second has passed.
const pmxt = require('pmxtjs')

const [kalshi, polymarket] = process.argv.slice(2)
const begunAt = Date.now()
const waiting = new Set([kalshi, polymarket])

async function watch(client, outcomeId) {
  let last
  for (;;) {
    const { timestamp, bids, asks } = await client.watchOrderBook(outcomeId)
    const line = JSON.stringify({ outcomeId, timestamp, bids, asks })
    // The SDK gives the first one twice.
    if (line !== last) process.stdout.write(`${line}\n`)
    last = line
    waiting.delete(outcomeId)
    if (waiting.size === 0 && Date.now() - begunAt > 1000) process.exit(0)
  }
}

setInterval(() => {
  if (waiting.size === 0 && Date.now() - begunAt > 1000) process.exit(0)
}, 20)
watch(new pmxt.Kalshi(), kalshi)
watch(new pmxt.Polymarket(), polymarket)
