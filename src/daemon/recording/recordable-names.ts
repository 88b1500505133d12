import { recordableOfFeeds } from '../../feeds/registry.js'
import { recordableNames as recordableOfVenues } from '../../venues/registry.js'

/** Names of query parameters and body members with recordable values, for all venues and feeds. */
export const recordableNames: readonly string[] = [...recordableOfVenues, ...recordableOfFeeds]
