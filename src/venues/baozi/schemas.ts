import * as z from 'zod'
import { rowsOf } from '../../venue-kit/requests/map-rows.js'
import { isAddress } from './ids.js'
import { type NativeMarket, type NativePosition, readMarket, readPosition } from './native/accounts.js'
import { LayoutFault } from './native/reader.js'

/** Responses of Solana's JSON-RPC, limited to the used members, with the accounts in them (README.md). */

/** The venue's program, which owns its accounts. Other programs have markets of their own. */
export const PROGRAM = 'FWyTPzm5cfJwRKzfkscxozatSxF6Qu78JQovQUwKPruJ'

const address = z.string().refine(isAddress, 'expected a base58 address (32 bytes)')

/** Base 64 followed by its name, the form of an account's bytes. */
const bytes = z
  .tuple([z.string().regex(/^[A-Za-z0-9+/]*={0,2}$/, 'expected base 64'), z.literal('base64')])
  .transform(([text]) => Buffer.from(text, 'base64'))

/** Reads the account in the bytes, or undefined for one of another kind. */
function accountOf<Account>(read: (data: Uint8Array) => Account | undefined) {
  return bytes.transform((data, ctx): Account | undefined => {
    try {
      return read(data)
    } catch (error) {
      if (!(error instanceof LayoutFault)) throw error
      ctx.addIssue({ code: 'custom', message: error.message })
      return z.NEVER
    }
  })
}

/** Unwraps rows: with `withContext`, which nodes may add by themselves, they are a member deeper. */
function unwrapped(payload: unknown): unknown {
  return Array.isArray(payload) ? payload : Reflect.get(Object(payload), 'value')
}

/** Schema of accounts requested by program and kind, which must match both. */
function scanOf<Account>(read: (data: Uint8Array) => Account | undefined) {
  const data = accountOf(read).transform((account, ctx): Account => {
    if (account !== undefined) return account
    ctx.addIssue({ code: 'custom', message: 'expected an account of the requested type' })
    return z.NEVER
  })
  const row = z.object({ pubkey: address, account: z.object({ owner: z.literal(PROGRAM), data }) })
  return z.object({ result: z.preprocess(unwrapped, rowsOf(row, 'result')) })
}

/** `getProgramAccounts` of markets, and of positions. */
export const marketScan = scanOf<NativeMarket>(readMarket)
export const positionScan = scanOf<NativePosition>(readPosition)

/** Any account. Its owner determines whether the rest is read. */
const account = z.object({ owner: z.string(), data: z.unknown() })
export type NativeAccount = z.output<typeof account>

/** `getAccountInfo`: null if there is none. */
export const accountReply = z.object({ result: z.object({ value: account.nullable() }) })

/** `getMultipleAccounts`: one by one in the order of the request. */
export const severalAccounts = z.object({ result: z.object({ value: z.array(account.nullable()) }) })

/** `getBalance`, in lamports. 0 for an address that never had a balance. */
export const balanceReply = z.object({
  result: z.object({
    value: z.number().refine((value) => Number.isSafeInteger(value) && value >= 0, {
      error: 'expected a non-negative integer (lamports)',
    }),
  }),
})

/** An account of the program, or undefined for one that is not a market. */
export const ownAccount = z.object({ data: accountOf<NativeMarket>(readMarket) })
