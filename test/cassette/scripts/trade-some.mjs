// Places an order with the daemon of its session, and prints what it was told.
const { PMX_LOCAL_URL: url, PMX_LOCAL_TOKEN: token, NO_PROXY: noProxy } = process.env

async function call(method, ...args) {
  const headers = { 'content-type': 'application/json', 'x-pmxt-access-token': token }
  const body = JSON.stringify({ args })
  const reply = await fetch(`${url}/api/kalshi/${method}`, { method: 'POST', headers, body })
  return { status: reply.status, ...(await reply.json()) }
}

const { data: markets } = await call('fetchMarkets', { limit: 1 })
const { marketId, outcomes } = markets[0]
const order = {
  marketId,
  outcomeId: outcomes[0].outcomeId,
  side: 'buy',
  type: 'limit',
  amount: 20,
  price: 0.05,
}
const { status, data, error } = await call('createOrder', order)
process.stdout.write(`${JSON.stringify({ code: status, ...data, error, noProxy })}\n`)
