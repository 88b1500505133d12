import { createHmac } from 'node:crypto'
import { signForWallet } from '../../../../src/signing/contract-wallet.js'
import type { Hex } from '../../../../src/signing/hex.js'
import { toHex } from '../../../../src/signing/hex.js'
import { hashTypedData, signTypedData } from '../../../../src/signing/typed-data.js'
import { createSwitches } from '../../../../src/simulator/mock-kit/venue-switches.js'
import { readLogin } from '../../../../src/simulator/mock-kit/verify-login.js'
import { polymarketMock } from '../../../../src/simulator/mock-venues/polymarket/index.js'
import {
  depositWalletOf,
  type Generation,
  orderData,
} from '../../../../src/simulator/mock-venues/polymarket/signed-data.js'
import type { PaperTrading } from '../../../../src/simulator/paper-trading/exchange.js'
import { createPaperTrading } from '../../../../src/simulator/paper-trading/exchange.js'
import { answer } from '../../../../src/simulator/server/router.js'
import type { SimulatedWorld } from '../../../../src/simulator/world/world.js'
import { devKey } from '../../../signing/examples.js'
import { present } from '../../../support/expect.js'
import { contextOf } from '../../support/context.js'
import { dig, textAt } from '../../support/json.js'
import { NOON } from '../../support/stage.js'

/** What a call was answered. */
export interface Answer {
  readonly status: number
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

/** An order as a test wants it; what is absent is that of a resting purchase of 10 at 0.1. */
export interface Wanted {
  readonly tokenId?: string
  readonly generation?: Generation
  readonly isExclusive?: boolean
  readonly maker?: string
  readonly signer?: string
  readonly signatureType?: number
  readonly side?: 'BUY' | 'SELL'
  readonly makerAmount?: string
  readonly takerAmount?: string
  readonly expiration?: string
  readonly builder?: string
  readonly orderType?: string
  readonly postOnly?: boolean
  readonly by?: typeof devKey
  readonly owner?: string
}

const ZERO_WORD = `0x${'0'.repeat(64)}`

interface ApiKeys {
  readonly apiKey: string
  readonly secret: string
  readonly passphrase: string
}

/** Somebody with a key before the mock, as clients call it: logins, signed calls and signed orders. */
export class Trader {
  now = NOON
  readonly key = devKey
  readonly switches = createSwitches()
  readonly paper: PaperTrading
  private salt = 0

  constructor(
    private readonly world: SimulatedWorld,
    private readonly defaults: Wanted = {},
  ) {
    this.paper = createPaperTrading(world)
  }

  call(
    method: string,
    target: string,
    { headers = {}, body, host = 'clob' }: { headers?: object; body?: unknown; host?: string } = {},
  ): Answer {
    const [path = '', search = ''] = target.split('?')
    const reply = answer(
      present(polymarketMock.hosts[host]),
      { method, path, search, headers: { ...headers }, body },
      contextOf(this.world, this.now, { paper: this.paper, switches: this.switches }),
    )
    return { ...reply, body: parsed(reply.body) }
  }

  at(): string {
    return String(Math.floor(this.now / 1000))
  }

  login(changes: object = {}, key = this.key, method = 'GET'): Answer {
    const at = this.at()
    const given = { address: key.address, timestamp: at, nonce: '0' }
    return this.call(method, method === 'GET' ? '/auth/derive-api-key' : '/auth/api-key', {
      headers: {
        poly_address: key.address,
        poly_timestamp: at,
        poly_nonce: '0',
        poly_signature: signTypedData(key, readLogin(given, 137)),
        ...changes,
      },
    })
  }

  keys(key = this.key): ApiKeys {
    const { body } = this.login({}, key)
    return {
      apiKey: textAt(body, 'apiKey'),
      secret: textAt(body, 'secret'),
      passphrase: textAt(body, 'passphrase'),
    }
  }

  signed(method: string, target: string, body?: unknown, changes: object = {}): Answer {
    return this.signedWith(this.keys(), method, target, body, changes)
  }

  signedWith(
    { apiKey, secret, passphrase }: ApiKeys,
    method: string,
    target: string,
    body?: unknown,
    changes: object = {},
  ): Answer {
    const text = body === undefined ? '' : JSON.stringify(body)
    const message = `${this.at()}${method}${target.split('?')[0]}${text}`
    const signature = createHmac('sha256', Buffer.from(secret, 'base64url')).update(message).digest('base64')
    const headers = {
      poly_address: this.key.address,
      poly_api_key: apiKey,
      poly_passphrase: passphrase,
      poly_timestamp: this.at(),
      poly_signature: signature.replaceAll('+', '-').replaceAll('/', '_'),
      ...changes,
    }
    return this.call(method, target, { headers, body })
  }

  /** A signed order with what goes around it. */
  bodyOf(wanted: Wanted = {}): { readonly hash: string; readonly body: object } {
    this.salt += 1
    const all = { ...this.defaults, ...wanted }
    const { generation = 2, isExclusive = false, by = this.key, owner, orderType, postOnly, ...rest } = all
    const order = {
      salt: this.salt,
      maker: this.key.address as string,
      signer: this.key.address as string,
      makerAmount: '1000000',
      takerAmount: '10000000',
      side: 'BUY' as const,
      signatureType: 0,
      timestamp: String(this.now),
      expiration: '0',
      metadata: ZERO_WORD,
      builder: ZERO_WORD,
      ...rest,
    }
    const old = { taker: `0x${'0'.repeat(40)}`, nonce: '0', feeRateBps: '30' }
    const { timestamp: _timestamp, ...untimed } = order
    const sent = generation === 1 ? { ...untimed, ...old } : order
    const data = orderData(sent, generation, isExclusive)
    const signature =
      order.signatureType === 3
        ? signForWallet(by, data, depositWalletOf(order.maker as Hex))
        : signTypedData(by, data)
    const body = {
      deferExec: false,
      postOnly: postOnly ?? false,
      order: { ...sent, signature },
      owner: owner ?? this.keys().apiKey,
      orderType: orderType ?? 'GTC',
    }
    return { hash: toHex(hashTypedData(data)), body }
  }

  place(wanted: Wanted = {}): Answer & { readonly hash: string } {
    const { hash, body } = this.bodyOf(wanted)
    return { hash, ...this.signed('POST', '/order', body) }
  }

  positions(user: string = this.key.address): unknown {
    return this.call('GET', `/v2/positions?user=${user}`, { host: 'data' }).body
  }
}

export const createTrader = (world: SimulatedWorld, defaults: Wanted = {}): Trader =>
  new Trader(world, defaults)

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

export const errorOf = ({ status, body }: Pick<Answer, 'status' | 'body'>) => [status, dig(body, 'error')]
