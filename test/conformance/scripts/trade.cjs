// Trades the demo with keys of its own, as a bot would, and makes each mistake that has a class of error.
const pmxt = require('pmxtjs')

const keys = JSON.parse(process.argv[2])

async function raised(work) {
  try {
    await work()
    return { name: 'nothing' }
  } catch (error) {
    const { code, retryable, message } = error
    return { name: error.constructor.name, code, retryable, message }
  }
}

/** A market with both sides in its book, away from its ends. */
async function tradable(exchange) {
  for (const market of await exchange.fetchMarkets({ limit: 60 })) {
    const outcome = market.yes ?? market.outcomes[0]
    const book = await exchange.fetchOrderBook(outcome.outcomeId)
    const [bid, ask] = [book.bids[0], book.asks[0]]
    if (bid?.price >= 0.15 && ask?.price <= 0.85) return { market, outcomeId: outcome.outcomeId }
  }
  throw new Error('no market of the demo has a book with two sides')
}

async function trade(Exchange, name) {
  const exchange = new Exchange(keys[name])
  const { market, outcomeId } = await tradable(exchange)
  // Opinion takes nothing below 5 USDT.
  const order = { marketId: market.marketId, outcomeId, side: 'buy', type: 'limit', amount: 120, price: 0.05 }
  // What Limitless accounts hold stands on their chain alone.
  const before = name === 'limitless' ? [] : await exchange.fetchBalance()
  const rested = await exchange.createOrder(order)
  const found = await exchange.fetchOrder(rested.id)
  const open = await exchange.fetchOpenOrders()
  const canceled = await exchange.cancelOrder(rested.id)
  const left = await exchange.fetchOpenOrders()
  // Its books move every second or two; on a slow machine they have moved since they were read.
  const { asks } = await exchange.fetchOrderBook(outcomeId)
  const bound = Math.round((asks[0].price + 0.05) * 100) / 100
  const { id: takenId } = await exchange.createOrder({ ...order, price: bound })
  // What rests of it would be filled while its trades are counted.
  const at = await exchange.fetchOrder(takenId)
  if (at.status === 'open') await exchange.cancelOrder(takenId).catch(() => 'filled meanwhile')
  const taken = await exchange.fetchOrder(takenId)
  const built = await exchange.buildOrder({ ...order, price: 0.06 })
  const submitted = await exchange.submitOrder(built)
  const mistakes = {
    'a price of two': () => exchange.createOrder({ ...order, price: 2 }),
    'a price of nothing': () => exchange.createOrder({ ...order, price: 0 }),
    'a price of one': () => exchange.createOrder({ ...order, price: 1 }),
    'a size of twenty digits': () =>
      exchange.createOrder({ ...order, amount: Number('12345678901234567890') }),
    'a size below nothing': () => exchange.createOrder({ ...order, amount: -1 }),
    'a size that is no number': () => exchange.createOrder({ ...order, amount: Number.NaN }),
    'a size that is too large a number': () => exchange.createOrder({ ...order, amount: Number('1e309') }),
    'more than there is': () => exchange.createOrder({ ...order, amount: 5e8, price: 0.5 }),
    'an order that is none': () => exchange.cancelOrder(rested.id.replaceAll(/[1-9a-f]/g, '7')),
    'an outcome that is none': () => exchange.createOrder({ ...order, outcomeId: `${outcomeId}9` }),
    'an outcome of another venue': () => exchange.createOrder({ ...order, outcomeId: keys.foreign[name] }),
    'a side that is none': () => exchange.createOrder({ ...order, side: 'hold' }),
    'a key that is none': () =>
      new Exchange({ ...keys[name], privateKey: 'not a key' }).createOrder({ ...order, price: 0.07 }),
  }
  const errors = {}
  for (const [what, make] of Object.entries(mistakes)) errors[what] = await raised(make)
  const ids = (orders) => orders.map(({ id }) => id)
  return {
    balance: before.map(({ total, available }) => [total, available]),
    rested: {
      status: rested.status,
      found: found.id === rested.id,
      amount: found.amount,
      price: found.price,
    },
    open: ids(open).includes(rested.id),
    canceled: canceled.status,
    gone: !ids(left).includes(rested.id),
    taken: { status: taken.status, filled: taken.filled },
    submitted: submitted.status,
    positions: (await exchange.fetchPositions()).map((row) => ({ outcomeId: row.outcomeId, size: row.size })),
    trades: (await exchange.fetchMyTrades()).map(({ price, amount }) => ({ price, amount })),
    outcomeId,
    bound,
    errors,
  }
}

async function main() {
  const result = {}
  for (const [name, Exchange] of [
    ['polymarket', pmxt.Polymarket],
    ['kalshi', pmxt.Kalshi],
    ['limitless', pmxt.Limitless],
    ['opinion', pmxt.Opinion],
  ]) {
    try {
      result[name] = await trade(Exchange, name)
    } catch (error) {
      result[name] = {
        failed: `${error.constructor.name} ${error.code}: ${error.message}`,
        stack: error.stack,
      }
    }
  }
  process.stdout.write(`${JSON.stringify(result)}\n`)
  process.exit(0)
}
main()
