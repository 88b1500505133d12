import type { Venue } from '../../venue-kit/contract/venue.js'

/** Members of credentials that stand for nobody. */
const common: ReadonlySet<string> = new Set(['signatureType', 'baseUrl'])
/** What is shorter may stand in any answer. */
const MIN_OWN_LENGTH = 8

/** What stands for the account of these credentials: they themselves, the addresses of keys, and the wallets of those at the venue. */
export async function findOwnTexts(
  credentials: Readonly<Record<string, unknown>>,
  venueOf: () => Promise<Venue | undefined>,
): Promise<readonly string[]> {
  const texts = await textsOf(credentials)
  const wallets = await walletsOf(texts, venueOf)
  return [...texts, ...wallets.filter((wallet) => !texts.includes(wallet))]
}

async function textsOf(credentials: Readonly<Record<string, unknown>>): Promise<readonly string[]> {
  // In the same order on replay, in whatever order they were given.
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
      // No key of a wallet then; whoever signs with it says so.
      return []
    }
  })
  return [...texts, ...addresses]
}

/** Wallets that belong to the addresses among the texts. */
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
