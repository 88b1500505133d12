import { createHash } from 'node:crypto'
import type { CredentialTexts } from '../../../api/credentials.js'
import type { FaceContext } from '../../face.js'
import { MICRO } from '../../paper/amount.js'
import { tradingBy } from '../../paper/trading.js'
import type { PaperRules } from '../../paper/types.js'

/**
 * How the venue trades (venues/hyperliquid/README.md): both sides of an outcome are tokens of their own, and only what
 * is held is sold. Opening costs nothing; what closing costs is not documented well enough to be played.
 */
const rules: PaperRules = {
  venue: 'hyperliquid',
  netting: 'tokens',
  tick: () => 10n * MICRO,
  // Numbers, whose last places tell them apart from the next ones at a glance.
  orderId: (hash, count) => String(560_000_000_000 + count * 1_000 + (hash % 1_000)),
  fillId: (hash, count) => String(count * 1_000_000 + (hash % 1_000_000)),
}

/**
 * Books of side 0, and the accounts of addresses in lower case. These open by being asked about: an action that is signed
 * wrongly is of an address that nobody knows, as at the venue.
 */
export const { exchangeOf, bookOf, accountOf } = tradingBy(
  rules,
  (_call: FaceContext, address: string) => address,
)

/** A key of nobody's. */
export function paperCredentials(): CredentialTexts {
  return { privateKey: `0x${createHash('sha256').update('a paper account of the demo').digest('hex')}` }
}
