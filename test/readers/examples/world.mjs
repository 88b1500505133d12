/** What of a demo stands in the place of the titles, ids and orders that upstream's examples name. */

/** Ids of orders that can be canceled are made when an example needs one. */
const ORDER_IDS = ['YOUR_ORDER_ID', 'input_order_id_here']

const labelOf = ({ outcomes: [first] }) => first.label

/** @param read data of a GET of the daemon @param post data of a call */
export async function demoWords(read, post) {
  const [poly, kalshi] = await Promise.all(
    ['polymarket', 'kalshi'].map((venue) => read(`/api/${venue}/fetchEvents?limit=30`)),
  )
  const { theirs, same, place } =
    (await eventOfBoth(poly, kalshi, read)) ?? fail('no event that both venues list')
  const market = theirs.markets.find((one) => same.markets.some((other) => labelOf(other) === labelOf(one)))
  const twin = same.markets.find((other) => labelOf(other) === labelOf(market))
  const outcomeId = twin.outcomes[0].outcomeId
  const words = [
    ['Who will Trump nominate as Fed Chair?', same.title],
    ['who-will-trump-nominate-as-fed-chair', same.slug],
    ['KXFEDCHAIRNOM-29', theirs.slug],
    ['Juventus vs Napoli', labelOf(market)],
    ['KXSERIEAGAME-26JAN25JUVNAP-JUV', market.marketId],
    ['Kevin Warsh', labelOf(market)],
    ['Serie A', theirs.title],
    ['Fed Chair', place],
    ['Trump', place],
    ["'Fed'", `'${place}'`],
    ['663583', twin.marketId],
    ['10991849228756847439673778874175365458450913336396982752046655649803657501964', outcomeId],
  ]
  const placeOrder = async () => {
    const args = [{ outcomeId, marketId: twin.marketId, side: 'buy', type: 'limit', amount: 20, price: 0.01 }]
    return (await post('/api/polymarket/createOrder', { args })).id
  }
  // One example lists open orders: this one stays.
  await placeOrder()
  return async (text) => {
    let made = words.reduce((all, [from, to]) => all.replaceAll(from, to), text)
    for (const name of ORDER_IDS) if (made.includes(name)) made = made.replaceAll(name, await placeOrder())
    return made
  }
}

/** An event that both venues list, of a place whose first market can be bought and sold: two examples look there. */
async function eventOfBoth(poly, kalshi, read) {
  for (const theirs of kalshi) {
    const same = poly.find(({ title }) => title === theirs.title)
    const [, place] = /the (\S+) election of/.exec(theirs.title) ?? []
    if (same === undefined || place === undefined) continue
    const [first] = await read(`/api/polymarket/fetchMarkets?query=${place}`)
    const { asks, bids } = await read(
      `/api/polymarket/fetchOrderBook?outcomeId=${first.outcomes[0].outcomeId}`,
    )
    if (bids.length > 0 && asks.reduce((sum, { size }) => sum + size, 0) >= 100)
      return { theirs, same, place }
  }
  return undefined
}

function fail(why) {
  throw new Error(why)
}
