import { createHash } from 'node:crypto'
import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import type { Credentials } from '../../../src/api/models/models.js'
import { privateKeyOf } from '../../../src/signing/private-key.js'
import { credentialsOf } from '../../../src/simulator/mock-venues/kalshi/account/lent-keys.js'
import { uuidOf } from '../../../src/simulator/world/common/hash.js'

/** Keys of different accounts of a mock venue, as its README describes them. Nothing about them is secret. */
type Open = (number: number) => Credentials

const wallet = (number: number): string => `0x${hashOf(`a wallet that trades ${number}`).toString('hex')}`
const addressOf = (privateKey: string): string => privateKeyOf(privateKey).address.toLowerCase()
const openByWallet: Open = (number) => ({ privateKey: wallet(number) })

/** The mock knows no key but those that it lends, and checks the form of others. */
const openKalshi: Open = (number) => ({
  apiKey: uuidOf(number + 1),
  privateKey: credentialsOf('ed25519').privateKey ?? '',
})

const openers: Partial<Record<VenueId, Open>> = {
  polymarket: (number) => ({ privateKey: wallet(number), signatureType: 'eoa' }),
  kalshi: openKalshi,
  'kalshi-demo': openKalshi,
  limitless(number) {
    const privateKey = wallet(number)
    const apiKey = `lmts_${addressOf(privateKey)}`
    return { apiKey, apiSecret: hashOf(`secret of ${apiKey}`).toString('base64'), privateKey }
  },
  probable(number) {
    const privateKey = wallet(number)
    const apiKey = `pk_demo_${addressOf(privateKey)}`
    const apiSecret = hashOf(`secret of ${apiKey}`).toString('base64')
    return { apiKey, apiSecret, passphrase: 'my-passphrase', privateKey }
  },
  myriad: openByWallet,
  hyperliquid: openByWallet,
  opinion(number) {
    const privateKey = wallet(number)
    return { apiKey: `demo-${addressOf(privateKey)}`, privateKey }
  },
  smarkets: (number) => ({ apiKey: `trader-${number}@example.org`, privateKey: 'a password' }),
  polymarket_us: (number) => ({
    apiKey: uuidOf(number + 1),
    privateKey: hashOf(`key ${number}`).toString('base64'),
  }),
  'gemini-titan': (number) => ({
    apiKey: `account-Trader${number}`,
    apiSecret: hashOf(`key ${number}`).toString('base64url'),
  }),
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Credentials of one of many accounts. @throws for a venue whose mock has one account alone */
export function openAccount(venue: VenueId, number: number): Credentials {
  const open = openers[venue]
  if (open === undefined) throw new TypeError(`${venue} has no accounts here`)
  return open(number)
}
