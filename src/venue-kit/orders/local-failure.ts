/** Words of failures after which an order may have been accepted or canceled, as used in codes and sentences. */
const words = /internal|unavailable|system|deadline|tim(?:e|ed)[\s_-]*out/i

/**
 * Whether the code of a row means that the venue itself failed, because a row has no HTTP status. The status of its order is then
 * unknown. Other unknown codes are refusals (docs.kalshi.com, order errors).
 */
export function isOwnFailure(code: string): boolean {
  return words.test(code)
}
