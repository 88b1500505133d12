/** States of the mock venues that a test or a developer may change while the simulator runs. */
export interface Switches {
  /** Whether the hosts enforce the limits of their venues. */
  limits: 'on' | 'off'
  readonly polymarket: PolymarketSwitches
  readonly kalshi: KalshiSwitches
  readonly opinion: OpinionSwitches
  readonly limitless: LimitlessSwitches
  readonly polymarketUs: PolymarketUsSwitches
}

/** Whether a route works, returns 410, or returns 404. */
type RouteState = 'on' | 'gone' | 'missing'

interface PolymarketSwitches {
  /** The first generation of the data API, retired on 2026-10-24. */
  dataV1: RouteState
  dataV2: RouteState
  /** `/prices-history` on the order book host. */
  clobHistory: RouteState
  /** Whether data API v1 returns its throttle body with status 200 for every call. */
  throttle200: boolean
  /** Generation of the exchange that orders of v1 markets are signed for. */
  orderVersion: 1 | 2
  /** The width of a Protocol V2 market's condition in `condition_ids`; there is no recording of it. */
  gammaConditions: '62' | '64' | 'both'
  /** Whether wallets have approved ExchangeV3, the only exchange for markets of Protocol V2. */
  exchangeV3: 'approved' | 'not-approved'
}

interface KalshiSwitches {
  /** `missing`: 404 on everything below /historical, and nothing is ever archived. */
  historical: 'on' | 'missing'
  /** `paused`: orders are neither placed nor amended, and those with cancel-on-pause are canceled. */
  trading: 'on' | 'paused'
}

interface OpinionSwitches {
  /** Whether `start_at` of the price history applies: it is documented, but was ignored when it was recorded. */
  historyWindow: 'ignored' | 'honoured'
  /** `later`: the effect of an order is visible in orders, trades, positions and balances a second after the match. */
  settlement: 'at-once' | 'later'
}

interface LimitlessSwitches {
  /**
   * `failed`: matched orders are never settled on the chain. They are returned as matched, but positions and balances do not
   * change.
   */
  settlement: 'mined' | 'failed'
  /**
   * Whether wallets have approved USDC for the fee modules of markets; with `missing`, orders that may pay a fee are rejected.
   */
  feeAllowance: 'given' | 'missing'
}

interface PolymarketUsSwitches {
  /** `busted`: executions of takers are voided afterwards. They stay in the history, but positions and balances do not change. */
  trades: 'cleared' | 'busted'
}

export function createSwitches(): Switches {
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
