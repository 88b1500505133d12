import { toIso } from '../../../../api/times/instant.js'
import { Refusal, requireOrRefuse, toJsonReply } from '../../../http/reply.js'
import { type MockCall, type Route, route } from '../../../mock-kit/mock-venue.js'
import { slugOf } from '../../../world/common/dates.js'
import { type DemoWallet, demoWallets } from '../../../world/wallets.js'
import { TABLES_CREATED_AT } from '../labels.js'
import { createNotFound } from './errors.js'
import type { Native } from './market.js'

/**
 * Routes of public profiles of wallets (polymarket-client 0.14.0, `models/gamma/profile.py`; responses of the API's
 * pages).
 */
export const profileRoutes: readonly Route[] = [
  route('GET', '/public-profile', (call) => toJsonReply(profile(call))),
]

function profile(call: MockCall): Native {
  const address = call.query.text('address')?.toLowerCase() ?? ''
  if (!/^0x[0-9a-f]{40}$/.test(address))
    throw new Refusal(toJsonReply({ type: 'validation error', error: 'invalid address' }, 400))
  const found = demoWallets.find((one) => one.address === address)
  return profileRow(requireOrRefuse(found, () => createNotFound('profile not found')))
}

/** Returns a profile as a lookup and a search return it. */
function profileRow(wallet: DemoWallet): Native {
  return {
    createdAt: toIso(TABLES_CREATED_AT),
    proxyWallet: wallet.address,
    profileImage: '',
    displayUsernamePublic: true,
    bio: '',
    pseudonym: slugOf(wallet.name),
    name: wallet.name,
    users: [{ id: String(demoWallets.indexOf(wallet) + 1), creator: false, mod: false }],
    xUsername: '',
    verifiedBadge: false,
  }
}

/** Returns profiles whose names contain all words. */
export function searchProfiles(words: readonly string[]): readonly Native[] {
  return demoWallets
    .filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
    .map((wallet) => {
      const { users: _, ...row } = profileRow(wallet)
      return { id: String(demoWallets.indexOf(wallet) + 1), ...row }
    })
}
