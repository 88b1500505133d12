import { recordableOfFeeds } from '../../feeds/registry.js'
import { recordableNames as recordableOfVenues } from '../../venues/registry.js'

/** Names of query parameters and body members that a recording may hold the values of, of all venues and feeds. */
export const recordableNames: readonly string[] = [...recordableOfVenues, ...recordableOfFeeds]
