/** States of the demo venues that a test or a developer may change while the simulator runs. */
export interface Switches {
  /** Whether the hosts hold callers to their limits, each by its venue's own numbers. */
  limits: 'on' | 'off'
  readonly polymarket: PolymarketSwitches
  readonly kalshi: KalshiSwitches
  readonly opinion: OpinionSwitches
  readonly limitless: LimitlessSwitches
  readonly polymarketUs: PolymarketUsSwitches
}

/** Whether a route answers, answers 410, or answers 404. */
type RouteState = 'on' | 'gone' | 'missing'

interface PolymarketSwitches {
  /** The first generation of the data API, retired on 2026-10-24. */
  dataV1: RouteState
  dataV2: RouteState
  /** `/prices-history` on the order book host. */
  clobHistory: RouteState
  /** Data API v1 answers every call with its throttle body and status 200. */
  throttle200: boolean
  /** Generation of the exchange that orders of v1 markets are signed for. */
  orderVersion: 1 | 2
  /** In which width `condition_ids` takes the condition of a market of Protocol V2: nobody has recorded it. */
  gammaConditions: '62' | '64' | 'both'
  /** Whether wallets have approved ExchangeV3, which alone trades markets of Protocol V2. */
  exchangeV3: 'approved' | 'not-approved'
}

interface KalshiSwitches {
  /** `missing`: 404 on everything below /historical, and nothing is ever archived. */
  historical: 'on' | 'missing'
  /** `paused`: orders are neither placed nor amended, and those that asked for it are canceled. */
  trading: 'on' | 'paused'
}

interface OpinionSwitches {
  /** Whether `start_at` of the price history cuts it: documented, and ignored where it was recorded. */
  historyWindow: 'ignored' | 'honoured'
  /** `later`: what an order met shows in orders, trades, positions and balances a second after the match. */
  settlement: 'at-once' | 'later'
}

interface LimitlessSwitches {
  /** `failed`: what an order met is never settled on the chain: it is told as matched, and nobody has anything of it. */
  settlement: 'mined' | 'failed'
  /** Whether wallets let the fee modules of markets take USDC: `missing` refuses what may pay a fee. */
  feeAllowance: 'given' | 'missing'
}

interface PolymarketUsSwitches {
  /** `busted`: what an order takes is executed and then voided: it stays in the history, and nobody has anything of it. */
  trades: 'cleared' | 'busted'
}

export function defaultSwitches(): Switches {
  return {
    limits: 'on',
    polymarket: {
      dataV1: 'on',
      dataV2: 'on',
      clobHistory: 'on',
      throttle200: false,
      orderVersion: 2,
      gammaConditions: '62',
      exchangeV3: 'approved',
    },
    kalshi: { historical: 'on', trading: 'on' },
    opinion: { historyWindow: 'ignored', settlement: 'at-once' },
    limitless: { settlement: 'mined', feeAllowance: 'given' },
    polymarketUs: { trades: 'cleared' },
  }
}
