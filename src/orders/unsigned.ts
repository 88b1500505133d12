/** Replaces a signature. */
const REDACTED = '(redacted)'

/** `signature`, `sig`, `POLY_SIGNATURE`, `takerSignature`; not `signatureType`, which is a number of the venue. */
const signatureName = /(^|[^a-z])sig$|signature$/i
/** An Ethereum signature has 65 bytes, and that of a wallet contract is longer. No other text is as long. */
const signatureText = /(0x)?[0-9a-f]{130,}/gi

/**
 * Returns a copy of a call that cannot be sent to the venue. Signatures are redacted by the name of their member, by their
 * length, and where they are split into r, s and v.
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
