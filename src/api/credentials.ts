import type { Credentials } from './models.js'
import type { VenueId } from './venue-ids.js'

/** Members of a request's `credentials` that hold text. */
export type CredentialName = Exclude<keyof Credentials, 'signatureType' | 'baseUrl'>

export const credentialNames = [
  'apiKey',
  'apiSecret',
  'passphrase',
  'apiToken',
  'privateKey',
  'funderAddress',
  'walletAddress',
] as const satisfies readonly CredentialName[]

type Variables = Partial<Record<CredentialName, readonly string[]>>

/** Environment variables of each venue's credentials; the first that is not empty wins (README.md, "Who may ask"). */
export const credentialVariables: Partial<Record<VenueId, Variables>> = {
  polymarket: {
    privateKey: ['POLYMARKET_PK', 'POLYMARKET_PRIVATE_KEY'],
    apiKey: ['POLYMARKET_API_KEY'],
    apiSecret: ['POLYMARKET_API_SECRET'],
    passphrase: ['POLYMARKET_PASSPHRASE'],
    funderAddress: ['POLYMARKET_FUNDER_ADDRESS', 'POLYMARKET_PROXY_ADDRESS'],
  },
  limitless: {
    privateKey: ['LIMITLESS_PK', 'LIMITLESS_PRIVATE_KEY'],
    apiKey: ['LIMITLESS_API_KEY'],
    apiSecret: ['LIMITLESS_API_SECRET'],
    passphrase: ['LIMITLESS_PASSPHRASE'],
  },
  kalshi: { apiKey: ['KALSHI_API_KEY'], privateKey: ['KALSHI_PRIVATE_KEY'] },
  'kalshi-demo': { apiKey: ['KALSHI_API_KEY'], privateKey: ['KALSHI_PRIVATE_KEY'] },
  probable: {
    apiKey: ['PROBABLE_API_KEY'],
    apiSecret: ['PROBABLE_API_SECRET'],
    passphrase: ['PROBABLE_PASSPHRASE'],
    privateKey: ['PROBABLE_PRIVATE_KEY'],
  },
  baozi: { privateKey: ['BAOZI_PRIVATE_KEY'] },
  myriad: { apiKey: ['MYRIAD_API_KEY', 'MYRIAD_PROD'], privateKey: ['MYRIAD_WALLET_ADDRESS'] },
  opinion: { apiKey: ['OPINION_API_KEY'], privateKey: ['OPINION_PRIVATE_KEY'] },
  metaculus: { apiToken: ['METACULUS_API_TOKEN'] },
  smarkets: { apiKey: ['SMARKETS_EMAIL'], privateKey: ['SMARKETS_PASSWORD'] },
  polymarket_us: { apiKey: ['POLYMARKET_US_KEY_ID'], privateKey: ['POLYMARKET_US_SECRET_KEY'] },
  hyperliquid: { apiKey: ['HYPERLIQUID_WALLET_ADDRESS'], privateKey: ['HYPERLIQUID_PRIVATE_KEY'] },
  'gemini-titan': { apiKey: ['GEMINI_API_KEY'], apiSecret: ['GEMINI_API_SECRET'] },
  suibets: { walletAddress: ['SUIBETS_WALLET_ADDRESS'] },
  rain: { privateKey: ['RAIN_PRIVATE_KEY'], walletAddress: ['RAIN_WALLET_ADDRESS'] },
  hunch: { privateKey: ['HUNCH_PRIVATE_KEY'], walletAddress: ['HUNCH_WALLET_ADDRESS'] },
}
