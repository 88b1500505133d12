import type { Venue } from '../../venue-kit/contract/venue.js'

/** Members of credentials that do not identify an account. */
const common: ReadonlySet<string> = new Set(['signatureType', 'baseUrl'])
/** Shorter texts may occur in any response. */
const MIN_OWN_LENGTH = 8

/**
 * Returns the texts that identify the account of these credentials: the credentials, the addresses of private keys, and
 * their wallets at the venue.
 */
export async function findOwnTexts(
  credentials: Readonly<Record<string, unknown>>,
  venueOf: () => Promise<Venue | undefined>,
): Promise<readonly string[]> {
  const texts = await textsOf(credentials)
  const wallets = await walletsOf(texts, venueOf)
  return [...texts, ...wallets.filter((wallet) => !texts.includes(wallet))]
}

async function textsOf(credentials: Readonly<Record<string, unknown>>): Promise<readonly string[]> {
  // Sorted, so that a replay has the same order, whatever the order of the input.
  const named = Object.entries(credentials).sort(([a], [b]) => (a < b ? -1 : 1))
  const texts = named.flatMap(([name, value]) => {
    const text = String(value).trim()
    return common.has(name) || value === undefined || text.length < MIN_OWN_LENGTH ? [] : [text]
  })
  const keys = texts.filter((text) => /^(0x)?[0-9a-f]{64}$/i.test(text))
  if (keys.length === 0) return texts
  const { privateKeyOf } = await import('../../signing/private-key.js')
  const addresses = keys.flatMap((key) => {
    try {
      return [privateKeyOf(key).address]
    } catch {
      // Not a valid wallet key; the signing code reports it.
      return []
    }
  })
  return [...texts, ...addresses]
}

/** Returns the wallets of the addresses among the texts. */
async function walletsOf(
  texts: readonly string[],
  venueOf: () => Promise<Venue | undefined>,
): Promise<readonly string[]> {
  if (!texts.some((text) => text.startsWith('0x'))) return []
  const { account } = (await venueOf()) ?? {}
  if (account?.walletsOf === undefined) return []
  const { parseAddress } = await import('../../signing/address.js')
  const owners = texts.flatMap((text) => parseAddress(text) ?? [])
  return owners.flatMap((owner) => account.walletsOf?.(owner) ?? [])
}
