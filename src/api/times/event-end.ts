import { parseIso } from './instant.js'

/** Returns the end of an event, epoch ms: the end of its last market, or undefined if the end of any market is unknown. */
export function findEventEnd(
  markets: readonly { readonly resolutionDate?: string | undefined }[],
): number | undefined {
  const ends = markets.map(({ resolutionDate }) => resolutionDate && parseIso(resolutionDate))
  const known = ends.filter((end) => typeof end === 'number')
  return known.length === 0 || known.length < ends.length ? undefined : Math.max(...known)
}
