/** Words of failures in whose place an order may have been taken or canceled, as codes or sentences have them. */
const words = /internal|unavailable|system|deadline|tim(?:e|ed)[\s_-]*out/i

/**
 * Whether the code of a row says that the venue itself failed: a row has no HTTP status that would tell. What happened
 * to its order is unknown then. Other unknown codes are refusals (docs.kalshi.com, order errors).
 */
export function isOwnFailure(code: string): boolean {
  return words.test(code)
}
