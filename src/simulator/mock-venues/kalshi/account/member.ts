import type { MockCall } from '../../../mock-kit/mock-venue.js'
import type { PaperAccount } from '../../../paper-trading/state/types.js'
import type { NotesOf } from '../../../paper-trading/state/venue-notes.js'
import { createForbidden, createInvalidParameter } from '../errors.js'
import type { Scene } from '../variant.js'
import { exchangeOf, ownerOf } from './paper.js'
import { keyOf } from './signature.js'

/** The member that calls, with the accounts that the key opens: the primary one (0) and numbered subaccounts. */
export interface Member {
  readonly id: string
  /** The only subaccount that the key may use, or undefined if it may use all. */
  readonly only: number | undefined
  /** The numbers of the subaccounts that the key may use. */
  readonly numbers: readonly number[]
  /** @throws 403 when the key may not use the subaccount, 400 when it was not opened */
  account(subaccount: number): PaperAccount
}

/** The scopes of a key. The parent of a scope, before the colons, includes it. */
export type ApiScope = 'read' | 'read::portfolio_balance' | 'write' | 'write::trade' | 'write::transfer'

type Asked = Pick<MockCall, 'request'> & Scene

/**
 * Returns the member of a signed call.
 * @throws 401 when the call is not signed as documented, 403 when the key lacks the scope
 */
export function memberOf(call: Asked, scope: ApiScope): Member {
  const key = keyOf(call)
  const only = 'subaccount' in key ? key.subaccount : undefined
  if ('scopes' in key && !allows(key.scopes, scope)) throw createForbidden()
  return memberBy(call, key.member, only)
}

/** Returns a member whose key was checked earlier, as on a socket. */
export function memberBy(call: Scene, id: string, only: number | undefined): Member {
  const count = subaccountNotes(call).get(id, '')?.count ?? 0
  const every = Array.from({ length: count + 1 }, (_, number) => number)
  return {
    id,
    only,
    numbers: only === undefined ? every : [only],
    account(subaccount) {
      if (only !== undefined && subaccount !== only) throw createForbidden()
      if (!every.includes(subaccount)) throw createInvalidParameter('subaccount does not exist')
      return exchangeOf(call).account(ownerOf(id, subaccount), call.now)
    },
  }
}

function allows(scopes: readonly string[], scope: ApiScope): boolean {
  return scopes.includes(scope) || scopes.includes(scope.split('::')[0] ?? scope)
}

const MAX_SUBACCOUNTS = 63

function subaccountNotes({ paper, variant }: Pick<Scene, 'paper' | 'variant'>) {
  const kind: NotesOf<{ readonly count: number }> = { name: `${variant.venue} subaccounts` }
  return paper.notes(kind)
}

/** Opens the next subaccount; numbers start at 1. @throws 400 when there are too many */
export function openSubaccount(call: Scene, { id }: Member): number {
  const notes = subaccountNotes(call)
  const count = (notes.get(id, '')?.count ?? 0) + 1
  if (count > MAX_SUBACCOUNTS) throw createInvalidParameter(`at most ${MAX_SUBACCOUNTS} subaccounts`)
  notes.set(id, '', { count })
  return count
}

/**
 * Returns the named subaccount. By default the one of the key, or the primary one.
 * @throws 400 when the value is not a number
 */
export function subaccountIn({ only }: Member, given: unknown): number {
  return namedSubaccount(given) ?? only ?? 0
}

/** Returns the named account, or all accounts that the key may use. @throws 400 when the value is not a number */
export function accountsIn(
  member: Member,
  given: unknown,
): readonly { readonly subaccount: number; readonly account: PaperAccount }[] {
  const named = namedSubaccount(given)
  const numbers = named === undefined ? member.numbers : [named]
  return numbers.map((subaccount) => ({ subaccount, account: member.account(subaccount) }))
}

function namedSubaccount(given: unknown): number | undefined {
  if (given === undefined || given === null) return undefined
  if (typeof given !== 'number' || !Number.isInteger(given) || given < 0)
    throw createInvalidParameter('invalid subaccount')
  return given
}
