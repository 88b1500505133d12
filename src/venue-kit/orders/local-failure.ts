/** Words in codes and sentences for failures after which an order may have been accepted or canceled. */
const words = /internal|unavailable|system|deadline|tim(?:e|ed)[\s_-]*out/i

/**
 * Whether a row's code means that the venue itself failed. Rows have no HTTP status. The status of its order is then unknown.
 * Other unknown codes are refusals (docs.kalshi.com, order errors).
 */
export function isOwnFailure(code: string): boolean {
  return words.test(code)
}
