/** Replaces a signature. */
const REDACTED = '(redacted)'

/** `signature`, `sig`, `POLY_SIGNATURE`, `takerSignature`, but not `signatureType`, which is one of the venue's numbers. */
const signatureName = /(^|[^a-z])sig$|signature$/i
/** An Ethereum signature is 65 bytes long, and a wallet contract's signature is longer. No other text is as long. */
const signatureText = /(0x)?[0-9a-f]{130,}/gi

/**
 * Returns a copy of a call that cannot be sent to the venue. Signatures are recognized by their member's name, by their length,
 * or by their parts r, s and v, and are redacted.
 */
export function withoutSignatures<Value>(value: Value): Value
export function withoutSignatures(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(signatureText, REDACTED)
  if (Array.isArray(value)) return value.map((member: unknown) => withoutSignatures(member))
  if (typeof value !== 'object' || value === null) return value
  const isSplit = ['r', 's', 'v'].every((part) => Object.hasOwn(value, part))
  if (isSplit) return REDACTED
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, unknown]) => [
      name,
      signatureName.test(name) ? REDACTED : withoutSignatures(member),
    ]),
  )
}
