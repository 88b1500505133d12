import * as z from 'zod'
import { parseAddress } from '../../signing/address.js'

/** A credential that is the address of an Ethereum account. */
export const addressText = z.string().transform((text, ctx) => {
  const address = parseAddress(text.trim())
  if (address !== undefined) return address
  const form = '0x and 40 hexadecimal digits, in mixed case with the checksum of EIP-55'
  ctx.addIssue({ code: 'custom', message: `must be an address: ${form}` })
  return z.NEVER
})

/** A credential that is a private key. Only its form is checked: the curve that validates it is loaded for signing. */
export const privateKeyText = z
  .string()
  .regex(/^\s*(0x)?[0-9a-f]{64}\s*$/i, 'must be a private key: 32 bytes as 64 hexadecimal digits')
