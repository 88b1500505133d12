import { parseJson } from '../../api/values/json.js'
import { REDACTED } from './allowed-headers.js'
import type { ValueKey } from './value-key.js'

/** Replaces account identifiers in the responses of a venue that are not known in advance. */
export interface StandIns {
  /**
   * Returns the text of a response without account identifiers. Addresses and ids become others of the same form, which are the
   * same in all recordings with this key. On replay the adapter sends them back. Names of people are redacted.
   * @param names further members of this response that identify the account
   */
  inAnswer(text: string, names?: readonly string[]): string
  /** Replaces the same identifiers in a later call. */
  inCall<Value>(value: Value): Value
}

/** A value whose addresses are replaced by stand-ins. */
interface StoodIn<Value> {
  readonly value: Value
  /** Restores the addresses in a response. */
  restore(text: string): string
}

/** Members that identify an account or its owner on several venues, in lower-case letters only. */
const sharedNames: ReadonlySet<string> = new Set([
  'accountid',
  'customerid',
  'displayname',
  'email',
  'emailaddress',
  'embeddedaccount',
  'firstname',
  'fullname',
  'lastname',
  'memberid',
  'multisignaddress',
  'ownerid',
  'phone',
  'phonenumber',
  'proxywallet',
  'pseudonym',
  'smartwallet',
  'userid',
  'username',
])

/** Shorter ids are replaced only in members with these names. */
const MIN_DIGITS = 6
/**
 * Text that precedes a numeric id elsewhere: an owner's name, or a slash in a path. A number in any other place is not changed,
 * because it may be an amount or a time that happens to equal the id.
 */
const OWNER = '(?:account|customer|maker|member|owner|profile|taker|user)'
const BEFORE_DIGITS = [
  `"[\\w.[\\]-]*${OWNER}(?:[_-]?id)?"\\s*[:,]\\s*"?`,
  `"${OWNER}"\\s*:\\s*\\{(?:[^{}]*,)?\\s*"id"\\s*:\\s*"?`,
  `\\b${OWNER}(?: id)?[ #:=]{1,2}`,
  '/',
].join('|')
const DIGITS = /^[1-9]\d{0,14}$/
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const ADDRESS = /^0x(?!0+$)(?:[0-9a-f]{40}|[0-9a-f]{64})$/
const ADDRESSES = /(?<![\w.])0x(?!0+(?!\w))(?:[0-9a-f]{40}|[0-9a-f]{64})(?![\w.])/gi
/** A redacted value with its path. */
const PAIRS = /(\["[\w.[\]-]*\.([\w-]+)",)(\d+)(?![\d.eE])/g
/** A member with a text or an integer. */
const MEMBERS = /"([\w-]+)"(\s*:\s*)(?:"((?:[^"\\]|\\.)*)"|(\d+)(?![\d.eE]))/g

export function createStandIns({ hash }: Pick<ValueKey, 'hash'>): StandIns {
  /** By the value in lower case. */
  const known = new Map<string, string>()

  /** Undefined for a text without a known form. */
  function standInOf(value: string): string | undefined {
    const text = value.toLowerCase()
    const standIn = known.get(text) ?? accountStandIn(text, hash)
    if (standIn !== undefined) known.set(text, standIn)
    return standIn
  }

  function withoutMembers(text: string, names: ReadonlySet<string>): string {
    return text.replace(MEMBERS, (all, name: string, colon: string, own?: string, digits?: string) => {
      if (!names.has(lettersOf(name))) return all
      if (own === undefined) return `"${name}"${colon}${standInOf(String(digits)) ?? digits}`
      const isNothing = own === '' || own.startsWith('[withheld') || /^0x0*$/.test(own)
      return isNothing ? all : `"${name}"${colon}"${standInOf(own) ?? REDACTED}"`
    })
  }

  function withoutKnown(text: string): string {
    return [...known].reduce((left, [value, standIn]) => {
      if (!DIGITS.test(value)) return left.replace(new RegExp(`(?<![\\w.])${value}(?![\\w.])`, 'gi'), standIn)
      if (value.length < MIN_DIGITS) return left
      const places = new RegExp(`(${BEFORE_DIGITS})${value}(?![\\w.])`, 'gi')
      return left.replace(places, (_all, before: string) => `${before}${standIn}`)
    }, text)
  }

  return {
    inAnswer(text, names = []) {
      const all = new Set([...sharedNames, ...names.map(lettersOf)])
      for (const own of textsUnder(parseJson(text)?.value, all)) standInOf(own)
      return withoutKnown(withoutMembers(text, all))
    },
    inCall(value) {
      if (known.size === 0) return value
      // The result has the same shape; only texts and numbers in it change.
      const text = withoutMembers(JSON.stringify(value), sharedNames).replace(
        PAIRS,
        (all, before: string, name: string, digits: string) =>
          sharedNames.has(lettersOf(name)) ? `${before}${standInOf(digits) ?? digits}` : all,
      )
      return JSON.parse(withoutKnown(text)) as typeof value
    },
  }
}

/**
 * Replaces the addresses in a value of a replay, as in a recording that learned them.
 * @returns undefined if it has no address
 */
export function replaceAddresses<Value>(
  value: Value,
  { hash }: Pick<ValueKey, 'hash'>,
): StoodIn<Value> | undefined {
  const addresses = new Map<string, string>()
  const text = JSON.stringify(value).replace(ADDRESSES, (address) => {
    const standIn = accountStandIn(address.toLowerCase(), hash) ?? address
    addresses.set(standIn, address)
    return standIn
  })
  if (addresses.size === 0) return undefined
  return {
    // The result has the same shape; only texts in it change.
    value: JSON.parse(text) as Value,
    restore: (answer) =>
      [...addresses].reduce((left, [standIn, address]) => left.replaceAll(standIn, address), answer),
  }
}

/** Undefined for a text without a known form. @param text in lower case */
function accountStandIn(text: string, hash: ValueKey['hash']): string | undefined {
  return formed(text, (part) => hash(`account ${part} ${text}`))
}

const lettersOf = (name: string): string => name.replace(/[^a-z]/gi, '').toLowerCase()

/** Returns all texts below a member with one of the names, such as addresses by chain. */
function textsUnder(value: unknown, names: ReadonlySet<string>, isUnder = false): string[] {
  if (typeof value === 'string') return isUnder ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) =>
    textsUnder(member, names, isUnder || names.has(lettersOf(name))),
  )
}

/** @param hashOf returns 128 bits as base64url, different for each part */
function formed(text: string, hashOf: (part: number) => string): string | undefined {
  const hex = (digits: number): string =>
    [0, 1, 2]
      .map((part) => Buffer.from(hashOf(part), 'base64url').toString('hex'))
      .join('')
      .slice(0, digits)
  if (ADDRESS.test(text)) return `0x${hex(text.length - 2)}`
  if (UUID.test(text))
    return text.split('-').reduce((left, part) => {
      const at = left.replaceAll('-', '').length
      return `${left}${left === '' ? '' : '-'}${hex(32).slice(at, at + part.length)}`
    }, '')
  if (!DIGITS.test(text)) return undefined
  const number = String(BigInt(`0x${hex(24)}`) + 1_000_000_000_000_000n)
  return number.replace(/^.|0/g, (digit) => (digit === '0' ? '5' : digit)).slice(0, text.length)
}
