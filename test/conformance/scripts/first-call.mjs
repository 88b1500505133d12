// The first call of an ES-module client on a machine where no server runs.
import { Polymarket } from 'pmxtjs'

const book = { bids: [{ price: 0.4, size: 10 }], asks: [{ price: 0.6, size: 10 }] }
process.stdout.write(String(await new Polymarket().getExecutionPrice(book, 'buy', 1)))
process.exit(0)
