import { pageOf } from '../../mock-kit/list-endpoint.js'
import { type Route, route } from '../../mock-kit/mock-venue.js'
import { toSuccessReply } from './envelope.js'
import { listLabels } from './labels.js'
import { CHAIN_ID, EXCHANGE, QUOTE_TOKEN } from './market.js'
import { paged, resultOf } from './paging.js'

const quoteTokens = [
  {
    id: 1,
    chainId: CHAIN_ID,
    quoteTokenAddress: QUOTE_TOKEN,
    quoteTokenName: 'USDT',
    symbol: 'USDT',
    decimal: 18,
    ctfExchangeAddress: EXCHANGE,
    createdAt: Date.UTC(2025, 9, 1) / 1000,
  },
]

/** Routes of tables that rarely change (README.md); labels are not paginated. */
export const tableRoutes: readonly Route[] = [
  route('GET', '/openapi/label', (call) => toSuccessReply({ list: listLabels(call) })),
  route('GET', '/openapi/quoteToken', (call) =>
    toSuccessReply(resultOf(pageOf(paged, call, quoteTokens), (row) => row)),
  ),
]
