import type { MockContext } from '../../mock-kit/mock-venue.js'
import { exchangeOf } from './signed-data.js'

/** The contracts that wallets approve (docs.polymarket.com, resources/contracts; README.md, "Protocol V2"). */

const PUSD = '0xC011a7E12a19f7B1f670d46F03B03f3342E82DFB'
const CONDITIONAL_TOKENS = '0x4D97DCd97eC945f40cF65F87097ACe5EA0476045'
const POSITION_MANAGER = '0x006F54F7f9A22e0000CC2AB60031000000ae9fEF'
const EXCHANGE_V3 = exchangeOf(3, false)
/** Still a spender for neg-risk markets, although the relayer no longer uses it. */
const NEG_RISK_ADAPTER = '0xd91E80cF2E7be2e162c6513ceD06f1dD0dA35296'
const COLLATERAL_ADAPTER = '0xAdA100Db00Ca00073811820692005400218FcE1f'
const NEG_RISK_COLLATERAL_ADAPTER = '0xadA2005600Dec949baf300f4C6120000bDB6eAab'
const ROUTER = '0x12121212006e4CD160D18e3f00711DA5c3372600'
const PERPS_DEPOSIT = '0xDCa4af75705dbB50f62437045afF9921947917d2'
const MODULES = ['0x1000008dD9001B968442c1000017eaE6E0dA00Ba', '0x200000900045e3B6259600682756002200028933']
const AUTO_REDEEMER = '0xa1200000d0002264C9a1698e001292D00E1b00af'

/** Contracts that may spend money or move shares for the order book. */
export const spenders = [exchangeOf(2, false), exchangeOf(2, true), NEG_RISK_ADAPTER, EXCHANGE_V3] as const

export const UNLIMITED = (2n ** 256n - 1n).toString()

/** Whether wallets have approved a contract: always, except for ExchangeV3, which depends on a switch. */
export function isApproved({ switches }: Pick<MockContext, 'switches'>, spender: string): boolean {
  return spender !== EXCHANGE_V3 || switches.polymarket.exchangeV3 === 'approved'
}

interface Approval {
  readonly token: string
  readonly spender: string
  readonly standard: 'ERC20' | 'ERC1155'
}

/** Every pair of a token and a contract that may move it. */
export const approvals: readonly Approval[] = [
  ...[...spenders, COLLATERAL_ADAPTER, NEG_RISK_COLLATERAL_ADAPTER, ROUTER, PERPS_DEPOSIT].map(
    (spender): Approval => ({ token: PUSD, spender, standard: 'ERC20' }),
  ),
  ...[
    exchangeOf(2, false),
    exchangeOf(2, true),
    NEG_RISK_ADAPTER,
    COLLATERAL_ADAPTER,
    NEG_RISK_COLLATERAL_ADAPTER,
    AUTO_REDEEMER,
    ...MODULES,
  ].map((spender): Approval => ({ token: CONDITIONAL_TOKENS, spender, standard: 'ERC1155' })),
  ...[EXCHANGE_V3, ROUTER, AUTO_REDEEMER].map(
    (spender): Approval => ({ token: POSITION_MANAGER, spender, standard: 'ERC1155' }),
  ),
]
