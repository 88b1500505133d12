/**
 * The latest moment, epoch ms, at which a venue can have made an answer by its own clock: the end of the second that
 * `Date` names, later by the `Age` that a cache on the way adds. Undefined where the answer does not tell.
 * @param headers lower-case names
 */
export function toldTime(headers: Readonly<Record<string, string>>): number | undefined {
  const second = Date.parse(headers['date'] ?? '')
  if (Number.isNaN(second)) return undefined
  const age = Number(headers['age'] ?? 0)
  return second + 999 + (age > 0 && Number.isFinite(age) ? age * 1000 : 0)
}
