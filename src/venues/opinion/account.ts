import type { Position } from '../../api/models.js'
import { pathOf } from '../../transport/call.js'
import { assertWallet } from '../../venue-kit/chain-ids.js'
import { collect, numberedPages } from '../../venue-kit/paging.js'
import { expectSomewhere } from '../../venue-kit/payload.js'
import { requireSecret } from '../../venue-kit/secrets.js'
import type { AccountSource } from '../../venue-kit/trading.js'
import { known } from '../../venue-kit/unify.js'
import { ask } from './native/ask.js'
import { assertNotCut, PAGE_SIZE } from './native/list-pages.js'
import { type NativePosition, positionPage } from './wire.js'

const HOW_TO_SET =
  'send it as credentials.apiKey, or set OPINION_API_KEY or venues.opinion.credentials.apiKey for the daemon'

/** Positions of any wallet, for callers with a key; a trader's shares lie in his multi-signature wallet. */
export const accountSource: AccountSource = {
  async positionsOf(address, ctx) {
    assertWallet(address)
    requireSecret(ctx.secrets, 'apiKey', 'opinion', HOW_TO_SET)
    const what = 'GET /positions/user/{wallet}'
    const rows = await collect<NativePosition>({
      kind: 'cursor',
      what: 'positions',
      idOf: (row) => row.tokenId,
      ...numberedPages(async (page) => {
        const query = { page, limit: PAGE_SIZE }
        const { total, list } = await ask(ctx, positionPage, {
          path: pathOf`/positions/user/${address}`,
          query,
          what,
        })
        expectSomewhere(list, usual, what, 'result.list')
        assertNotCut(list.length, page, total, what)
        return { rows: list, more: page * PAGE_SIZE < total }
      }),
    })
    return rows.filter(({ sharesOwned }) => sharesOwned > 0).map(toPosition)
  },
}

const usual = ['outcome', 'avgEntryPrice', 'currentValueInQuoteToken', 'unrealizedPnl'] as const

function toPosition(row: NativePosition): Position {
  return known<Position>({
    marketId: String(row.marketId),
    outcomeId: row.tokenId,
    outcomeLabel: row.outcome,
    size: row.sharesOwned,
    entryPrice: row.avgEntryPrice,
    currentValue: row.currentValueInQuoteToken,
    unrealizedPnL: row.unrealizedPnl,
  })
}
